import "server-only";
import { db } from "@/lib/database/db";
import { libraryFor, measuredIn, noteOf, offeredFor } from "@/lib/drafting/rules/proofs";
import { swapSides } from "@/lib/judgement/rules/sides";
import { type Exposure, Value } from "@/lib/judgement/schema";
import type { RubricKind, Step } from "@/lib/protocol/schema";
import type { DraftView, RubricFrame, RulesNote, Span as SpanView } from "@/lib/review/schema/stimulus";
import { LabellingResult, ProofOutcome, ProofProvenance } from "@/lib/review/schema/stored-stimulus";
import { readEvidence } from "@/lib/review/stimulus/rule-evidence";
import type { Prisma, RaterKind } from "@/prisma/generated/client/client";

/** A note as a code with measured values; as text when its cause is unknown. */
function noteIn(provenance: Prisma.JsonValue, note: string | null): RulesNote | null {
  if (note === null) return null;
  const weighed = ProofOutcome.safeParse(provenance).data;
  if (!weighed) return { text: note };
  const code = noteOf(weighed);
  const words = measuredIn(code, weighed.evidence);
  return { code, measured: words === null ? null : { words, evidence: readEvidence(words) } };
}

/**
 * The parts of a draft that an exposure ever shows. With the score hidden that is only the evidence: not the
 * value, the line that states it, the lines before it, or the proof by rules. If the score line is unknown,
 * all lines are shown.
 */
export function viewOf(
  draft: {
    id: string;
    value: Prisma.JsonValue;
    lines: string[];
    scoreLine: number | null;
    provenance: Prisma.JsonValue;
    rater: { code: string; kind: RaterKind };
  },
  exposure: Exposure,
): DraftView {
  const { id, value, lines, scoreLine, rater } = draft;
  const about = { id, by: rater.code };
  if (exposure === "score-hidden") {
    const first = (scoreLine ?? -1) + 1;
    const view = { ...about, value: null, lines: lines.slice(first), first, scoreLine: null };
    return rater.kind === "rules"
      ? { ...view, rules: { note: null, flags: [], spans: [], evidence: [] } }
      : view;
  }
  const isValue = typeof value === "string" || typeof value === "number";
  const view = { ...about, value: isValue ? value : null, lines, first: 0, scoreLine };
  if (rater.kind !== "rules") return view;
  const { note, flags, evidence } = ProofProvenance.parse(draft.provenance);
  return {
    ...view,
    rules: {
      note: noteIn(draft.provenance, note),
      flags,
      spans: evidence?.spans ?? [],
      evidence: lines.map(readEvidence),
    },
  };
}

/** A drafted preference for the sides as shown. */
export function orientedDraft(view: DraftView, isMirrored: boolean): DraftView {
  if (!isMirrored) return view;
  const value = view.value === null ? null : swapSides(Value.parse(view.value));
  return { ...view, value, ...(view.lines.length > 0 && { isMirrored: true as const }) };
}

/** Requirements of a task's instruction that its checklist leaves out and a program could check. */
export function offeredIn(
  { kind, task }: { kind: RubricKind; task: { instruction: string } | null },
  items: { text: string }[],
): ({ text: string } & SpanView)[] {
  if (kind !== "checklist" || !task || items.length === 0) return [];
  return offeredFor(
    task.instruction,
    items.map(({ text }) => text),
  );
}

/** The general items a step offers beside a rubric, if it offers any and drafts are shown. */
export function libraryOf(
  step: Step | undefined,
  task: { instruction: string } | null,
  items: { name: string | null; text: string }[],
): Pick<RubricFrame, "library"> {
  if (step?.type !== "rubric" || step.library !== "offered" || step.exposure === "none") return {};
  const wordings = items.flatMap(({ name, text }) => (name === null ? [text] : [name, text]));
  const library = libraryFor(step.kind, task?.instruction ?? null, wordings);
  return library.length > 0 ? { library } : {};
}

/** The labels that a run unit gave to the items of this rubric version. Null if there is no unit. */
export async function findLabels(unit: string) {
  const found = await db.draftUnit.findUnique({
    where: { id: unit },
    select: {
      id: true,
      result: true,
      run: { select: { model: true } },
      rubricVersion: { select: { items: { select: { itemId: true, text: true } } } },
    },
  });
  if (!found) return null;
  const { labels } = LabellingResult.parse(found.result);
  const wordings = new Map(found.rubricVersion?.items.map(({ itemId, text }) => [itemId, text]));
  return {
    unit: found.id,
    model: found.run.model ?? "",
    /** The labels of an item, unless its wording has changed since it was labelled. */
    of: (item: { itemId: string; text: string }) =>
      wordings.get(item.itemId) === item.text
        ? (labels.find((one) => one.item === item.itemId)?.labels ?? [])
        : [],
  };
}

/** Drafted labels in the form of a draft. */
export function labelsView({ unit, model }: { unit: string; model: string }, labels: string[]): DraftView {
  return { id: unit, by: model, value: null, labels, lines: [], first: 0, scoreLine: null };
}
