"use client";

import { createContext, type ReactNode, useContext } from "react";
import { RUBRIC_LABELS, SourceField, severalWords } from "@/app/projects/[project]/source-field";
import { draftedIn, rubricOf, sourceOfDrafts, sourceOfRubric } from "@/lib/batch/rules/protocol-sources";
import type { DraftSource, RubricSource, Sources } from "@/lib/dataset/schema/sources";
import type { Step } from "@/lib/protocol/schema";

/** Sources in the dataset, and what steps without a chosen source would show; null while loading. */
const Known = createContext<{ sources: Sources; resolve: (step: Step) => Step } | null>(null);

export function SourcesProvider(props: {
  known: { sources: Sources; resolve: (step: Step) => Step } | null;
  children: ReactNode;
}) {
  return <Known value={props.known}>{props.children}</Known>;
}

/** Settings for the source of a step's rubric and drafts. */
export function SourceSettings({ step, onChange }: { step: Step; onChange: (step: Step) => void }) {
  const known = useContext(Known);
  const kind = rubricOf(step);
  const of = draftedIn(step);
  if (!known || (kind === null && of === null)) return null;
  const { sources, resolve } = known;
  const resolved = resolve(step);
  const set = (field: "rubric" | "against" | "drafts", source: RubricSource | DraftSource | undefined) => {
    const next: Record<string, unknown> = { ...step };
    if (source) next[field] = source;
    else delete next[field];
    onChange(next as Step);
  };
  const several = sources.several.find((one) => one.of === kind);
  const isMatching = step.type === "label" && step.about === "matches";
  return (
    <>
      {kind && (
        <SourceField
          label={RUBRIC_LABELS[kind]}
          options={sources.rubrics.filter((option) => option.of === kind)}
          own={step.type === "rubric" ? [{ from: "people" }] : []}
          source={sourceOfRubric(step)}
          newest={isMatching ? null : sourceOfRubric(resolved)}
          among={sources}
          hint={several && `${severalWords(several)}: only those of one source are shown.`}
          onChange={(source) => set("rubric", source)}
        />
      )}
      {kind && isMatching && (
        <SourceField
          label="Matched with"
          options={sources.rubrics.filter((option) => option.of === kind)}
          own={[]}
          source={step.against}
          newest={null}
          among={sources}
          onChange={(source) => set("against", source)}
        />
      )}
      {of && (
        <SourceField
          label="Drafted by"
          options={sources.drafts.filter((option) => option.of === of)}
          own={[]}
          source={sourceOfDrafts(step)}
          newest={sourceOfDrafts(resolved)}
          among={sources}
          onChange={(source) => set("drafts", source)}
        />
      )}
    </>
  );
}
