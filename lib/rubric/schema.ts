import { z } from "zod";
import type { JsonObject } from "@/lib/formats/json-value";
import type { Action, Scale } from "@/lib/judgement/schema";
import { RubricKind } from "@/lib/protocol/schema";

/** An item as it was put before the annotators. */
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

/** What one annotator did to one item. Nobody is named: a consensus weighs decisions, not people. */
export interface ItemDecision {
  id: string;
  item: string;
  action: Exclude<Action, "add">;
  text: string | null;
  reasonCode: string | null;
  reasonNote: string | null;
}

/** An item that an annotator wrote. */
export interface Addition {
  id: string;
  /** What it goes by in the decisions of the batch. */
  key: string;
  text: string;
  scale: Scale;
}

/** A rubric with everything a batch decided about it. */
export interface ReviewedRubric {
  id: string;
  key: string;
  kind: RubricKind;
  /** The task it belongs to and the first words of its instruction; null when it is the whole dataset's. */
  task: string | null;
  title: string | null;
  /** The version that was reviewed, and the newest there is. */
  version: number;
  latest: number;
  /** The newest version's items: what a next one is compared with to tell which wordings are new. */
  latestItems: Pick<ReviewedItem, "id" | "text" | "scale">[];
  /** The newest version made from this batch; null when there is none yet. */
  made: number | null;
  /** The version a model drafted here that the reviewed one is, or goes back to. */
  drafted: { id: string; version: number } | null;
  /** How many reviews were submitted. */
  reviews: number;
  items: ReviewedItem[];
  decisions: ItemDecision[];
  additions: Addition[];
}

const Text = z.string().trim().min(1, "must not be empty").max(5000);

/** What becomes of a reviewed item: it stays, takes somebody's revision, is written anew, or goes. */
export const ItemChoice = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("keep"), item: z.uuid() }),
  z.strictObject({ do: z.literal("take"), item: z.uuid(), decision: z.uuid() }),
  z.strictObject({ do: z.literal("write"), item: z.uuid(), text: Text }),
  z.strictObject({ do: z.literal("drop"), item: z.uuid() }),
]);
export type ItemChoice = z.infer<typeof ItemChoice>;

/** An addition to take, as it was written or (text) in other words. What is not named is not taken. */
export const AdditionChoice = z.strictObject({ addition: z.uuid(), text: Text.nullable() });
export type AdditionChoice = z.infer<typeof AdditionChoice>;

export interface ConsensusChoices {
  items: ItemChoice[];
  additions: AdditionChoice[];
}

/**
 * Makes next versions: of one rubric by hand, or of every rubric a majority settles. `latest` and `dataVersion` are
 * what the sender has seen; what has moved on since is refused.
 */
export const ConsensusBody = z.discriminatedUnion("by", [
  z.strictObject({
    by: z.literal("hand"),
    rubric: z.uuid(),
    latest: z.int().min(1),
    items: z.array(ItemChoice).max(1000),
    additions: z.array(AdditionChoice).max(1000),
  }),
  z.strictObject({ by: z.literal("majority"), dataVersion: z.int().min(0) }),
]);
export type ConsensusBody = z.infer<typeof ConsensusBody>;

/** A batch that goes on from this one: it scores with the versions made here, or judges changed items again. */
export const FollowBody = z.strictObject({ purpose: z.enum(["score", "judge-again"]), kind: RubricKind });
export type FollowBody = z.infer<typeof FollowBody>;

/** Whether nothing new is to be made with a rubric. */
export const RetireBody = z.strictObject({ retired: z.boolean() });
export const Retired = z.object({ id: z.uuid(), retired: z.boolean() });
