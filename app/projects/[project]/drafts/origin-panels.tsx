"use client";

import { ProvenancePanel } from "@/app/projects/[project]/drafts/provenance";
import type { OriginOf } from "@/components/review/context";
import type { Origins } from "@/lib/review/stimulus/types";

/** Renders how the drafts of an assignment were made, for readers who may know it. */
export const originPanels =
  (origins: Origins, project: string): OriginOf =>
  (of, about) => {
    const draft = "unit" in of ? origins.units.get(of.unit) : undefined;
    const rubricVersion = "rubric" in of ? origins.rubrics.get(of.rubric) : undefined;
    if (draft) return <ProvenancePanel of={{ draft }} about={about} project={project} />;
    return rubricVersion && <ProvenancePanel of={{ rubricVersion }} about={about} project={project} />;
  };
