import "server-only";
import { z } from "zod";
import type { Value } from "@/lib/judgement/schema";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import type { Order, Prisma } from "@/prisma/generated/client/client";

/** The rows behind the names in a frame. They never leave the server. */
export type FrameRows = {
  /** By rubric key. */
  rubrics: Map<string, string>;
  /** By item key. */
  items: Map<string, { id: string; key: string; versionId: string }>;
  origins: Origins;
  /** Of a comparison: whether the second response of the pair stands on the left, as A. */
  swapped: boolean;
};

/** What models drafted in runs of this installation: by rubric key the version, by item key (or overall) the draft. */
export type Origins = { rubrics: Map<string, string>; units: Map<string, string> };

/**
 * What is shown that is wrong on purpose, by the unit's key or that of a planted item: a value as it is shown, labels
 * with what was drafted and the label that is wrong, or an item.
 */
export type PlantedRows = Map<
  string,
  { id: string } & (
    | { kind: "verdict"; draftId: string; value: Value }
    | { kind: "item" }
    | { kind: "labels"; shown: string[]; drafted: string[]; label: string }
  )
>;

export type Framed = {
  frame: ReviewFrame;
  rows: FrameRows;
  /** Never leaves the server. */
  planted: PlantedRows;
  /** The arm whose steps they are. */
  armId: string;
  /** What the keys are drawn with that reach the annotator; null where they began with those of the study file. */
  salt: string | null;
};

/** What was chosen to be shown, kept in the assignment's `order` so that it is the same for its whole life. */
export const ChosenDrafts = z.object({
  arm: z.uuid(),
  rubricVersions: z.array(z.uuid()),
  /** Of these the ones each step works on; without it a step works on all of its kind. */
  rubrics: z.array(z.array(z.uuid())).optional(),
  drafts: z.array(z.uuid()),
  /** Units of drafting runs whose labels are shown. */
  labelled: z.array(z.uuid()).default([]),
  /** Of these the one each step shows; without it all steps show the first. */
  labels: z.array(z.uuid().nullable()).optional(),
  /** Of a comparison: as in `FrameRows`. */
  swapped: z.boolean().default(false),
  /** As in `Framed`. Never leaves the server. */
  salt: z.string().nullable().default(null),
});

export type ChosenDrafts = z.infer<typeof ChosenDrafts>;

/** The choice an assignment keeps; null before it was first asked for, or when it was made for another arm. */
export function chosenDraftsOf({ order, armId }: Pick<StimulusRow, "order" | "armId">): ChosenDrafts | null {
  const kept = z.object({ shown: ChosenDrafts }).safeParse(order);
  return kept.success && kept.data.shown.arm === armId ? kept.data.shown : null;
}

/** What the frame of an assignment follows from. */
export interface StimulusRow {
  id: string;
  batchId: string;
  armId: string;
  /** The seed of its order, and what was chosen to be shown. */
  order: Prisma.JsonValue;
  batch: { itemOrder: Order; seed: number; quality: Prisma.JsonValue };
  arm: { protocol: Prisma.JsonValue; position: number };
  /** Null of training and exams, and of what was given back. */
  slot: { replicate: number } | null;
  subject: {
    id: string;
    datasetId: string;
    position: number;
    taskId: string;
    responseId: string | null;
    responseBId: string | null;
    task: { key: string; position: number };
  };
}

/** Where a frame is made for: an assignment, or what would be one. */
export type StimulusContext = Pick<StimulusRow, "batchId" | "armId"> & {
  subject: Omit<StimulusRow["subject"], "position" | "id">;
};

export const plantedForFrame = {
  id: true,
  draftId: true,
  value: true,
  lines: true,
  rubricId: true,
  key: true,
  place: true,
  draftUnitId: true,
  itemId: true,
  question: true,
  label: true,
  itemVersion: { select: { name: true, text: true, category: true } },
} satisfies Prisma.PlantedErrorSelect;

export type Planted = Prisma.PlantedErrorGetPayload<{ select: typeof plantedForFrame }>;
