"use client";

import { ContentPane } from "@/components/review/content-pane";
import { pairView } from "@/components/review/lazy-steps";
import { useParts } from "@/components/ui/on-demand";
import type { AssignmentContent } from "@/lib/review/rules/assignment-texts";

/** The material of a contested case. */
export function CaseContent({ content }: { content: AssignmentContent }) {
  useParts(content.pair ? [pairView] : []);
  return <ContentPane content={content} highlights={NONE} active={null} />;
}

const NONE: [] = [];
