import type { Value } from "@/lib/judgement/schema";
import type { DraftOrigin } from "@/lib/report/schema/anchoring";
import type { ReportDraft, StudyData } from "@/lib/report/schema/study";
import type { DraftsById } from "./draft-table";
import { draftAs } from "./measurement-scale";
import type { Rated, Unit } from "./unit";

/*
 * Whose drafts the numbers of anchoring are about: those of the rules state a verdict that can be checked, those of
 * models an opinion, and following the one says nothing about following the other.
 */

/** The drafts of one origin. */
export interface DraftsOfOrigin {
  /** Null in a study without drafts. */
  kind: DraftOrigin | null;
  /** The draft that a rating refers to, if it is of this origin. */
  draftOf(rated: Rated): ReportDraft | undefined;
  /** Its value, in the terms of the rating; null without one. */
  shownTo(rated: Rated): Value | null;
  /**
   * The drafted value that a rating is compared with: of the draft it refers to, otherwise the only value that this
   * origin drafted for the unit; null when it drafted several, or none.
   */
  valueFor(rated: Rated, unit: Unit): Value | null;
}

/** The origins of what machines drafted or judged in a study, models first. */
export function draftOrigins(
  { drafts, judgements }: Pick<StudyData, "drafts" | "judgements">,
  byId: DraftsById,
): DraftsOfOrigin[] {
  const found = new Set<DraftOrigin>();
  for (const { raterKind } of drafts) found.add(raterKind === "rules" ? "rules" : "llm");
  for (const { raterKind } of judgements)
    if (raterKind === "llm" || raterKind === "rules") found.add(raterKind);
  const kinds = (["llm", "rules"] as const).filter((kind) => found.has(kind));
  return (kinds.length > 0 ? kinds : [null]).map((kind) => originOf(kind, byId));
}

function draftBehind({ judgement }: Rated, drafts: DraftsById): ReportDraft | undefined {
  return judgement?.draft ? drafts.get(judgement.draft) : undefined;
}

function originOf(kind: DraftOrigin | null, drafts: DraftsById): DraftsOfOrigin {
  // Drafts imported as people's or gold are, like those of models, no program's verdict.
  const isOfIt = (draft: ReportDraft) => (draft.raterKind === "rules" ? "rules" : "llm") === kind;
  const draftOf = (rated: Rated) => {
    const draft = draftBehind(rated, drafts);
    return draft && isOfIt(draft) ? draft : undefined;
  };
  const shownTo = (rated: Rated) =>
    rated.draft === null || !draftOf(rated) ? null : draftAs(rated.value, rated.draft);
  // The ratings of a unit follow each other.
  let about: Unit | null = null;
  let drafted: Value | null = null;
  return {
    kind,
    draftOf,
    shownTo,
    valueFor: (rated, unit) => {
      if (rated.draft !== null) return shownTo(rated);
      if (unit !== about) drafted = onlyValueOf(kind, unit);
      about = unit;
      return drafted;
    },
  };
}

/** The only value that drafts of an origin have for a unit; null if they have several, or none. */
function onlyValueOf(kind: DraftOrigin | null, { others }: Unit): Value | null {
  let only: Value | null = null;
  for (const { rater, value } of others) {
    if (rater.kind !== kind || value === only) continue;
    if (only !== null) return null;
    only = value;
  }
  return only;
}
