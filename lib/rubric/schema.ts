import { z } from "zod";
import type { JsonObject } from "@/lib/formats/json-value";
import type { Action, Scale } from "@/lib/judgement/schema";
import { PointRange, RubricKind } from "@/lib/protocol/schema";

/** An item as shown to the annotators. */
export interface ReviewedItem {
  id: string;
  /** Its id in the study file. */
  key: string;
  name: string | null;
  text: string;
  scale: Scale;
  weight: number | null;
  category: string | null;
  metadata: JsonObject;
}

/** One annotator's decision on one item, without a name: a consensus weighs decisions, not people. */
export interface ItemDecision {
  id: string;
  item: string;
  action: Exclude<Action, "add">;
  text: string | null;
  /** The scale of a revised criterion, where it is not the drafted one. */
  scale: Scale | null;
  reasonCode: string | null;
  reasonNote: string | null;
}

/** An item that an annotator added. */
export interface Addition {
  id: string;
  /** Its key in the decisions of the batch. */
  key: string;
  text: string;
  scale: Scale;
  /** The review it was written in, if that wrote a list of its own without a draft in view; else null. */
  list: string | null;
}

/** A rubric with all decisions of a batch about it. */
export interface ReviewedRubric {
  id: string;
  key: string;
  kind: RubricKind;
  /** Its task and the first words of the instruction; null when it is the whole dataset's. */
  task: string | null;
  title: string | null;
  /** The reviewed version, and the newest. */
  version: number;
  latest: number;
  /** The newest version's items, to find out which wordings of the next one are new. */
  latestItems: Pick<ReviewedItem, "id" | "text" | "scale">[];
  /** The newest version made from this batch; null when there is none yet. */
  made: number | null;
  /** The version drafted by a model here that the reviewed one is, or derives from. */
  drafted: { id: string; version: number } | null;
  /** Number of submitted reviews. */
  reviews: number;
  items: ReviewedItem[];
  decisions: ItemDecision[];
  additions: Addition[];
}

const Text = z.string().trim().min(1, "must not be empty").max(5000);

/** The outcome for a reviewed item: it stays, takes an annotator's revision, is reworded, or is removed. */
export const ItemChoice = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("keep"), item: z.uuid() }),
  z.strictObject({ do: z.literal("take"), item: z.uuid(), decision: z.uuid() }),
  z.strictObject({ do: z.literal("write"), item: z.uuid(), text: Text, scale: PointRange.optional() }),
  z.strictObject({ do: z.literal("drop"), item: z.uuid() }),
]);
export type ItemChoice = z.infer<typeof ItemChoice>;

/** An addition to take, as written or (text) reworded. Additions that are not listed are left out. */
const AdditionChoice = z.strictObject({ addition: z.uuid(), text: Text.nullable() });
type AdditionChoice = z.infer<typeof AdditionChoice>;

export interface ConsensusChoices {
  items: ItemChoice[];
  additions: AdditionChoice[];
}

/**
 * Makes next versions: of one rubric by hand, or of all with a majority. `latest` and `dataVersion` are what
 * the caller has seen; refused when they have changed since.
 */
export const ConsensusBody = z.discriminatedUnion("by", [
  z.strictObject({
    by: z.literal("hand"),
    rubric: z.uuid(),
    latest: z.int().min(1),
    /** The list that was chosen as the best of those that people wrote, if one was. */
    list: z.uuid().optional(),
    items: z.array(ItemChoice).max(1000),
    additions: z.array(AdditionChoice).max(1000),
  }),
  z.strictObject({ by: z.literal("majority"), dataVersion: z.int().min(0) }),
]);
export type ConsensusBody = z.infer<typeof ConsensusBody>;

/** A follow-up batch: it scores with the versions made here, or judges changed items again. */
export const FollowBody = z.strictObject({ purpose: z.enum(["score", "judge-again"]), kind: RubricKind });
export type FollowBody = z.infer<typeof FollowBody>;

/** True if a rubric is unavailable for new work. */
export const RetireBody = z.strictObject({ retired: z.boolean() });
export const Retired = z.object({ id: z.uuid(), retired: z.boolean() });
