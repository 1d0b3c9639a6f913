import "server-only";
import type { Value } from "@/lib/judgement/schema";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import { type ChosenDrafts, ChosenOrder } from "@/lib/review/schema/stored-stimulus";
import type { Order, Prisma } from "@/prisma/generated/client/client";

/** The database rows behind the names in a frame. Never sent to clients. */
export type FrameRows = {
  /** By rubric key. */
  rubrics: Map<string, string>;
  /** By item key. */
  items: Map<string, { id: string; key: string; versionId: string }>;
  origins: Origins;
  /** For a comparison: whether the second response of the pair is on the left, as A. */
  swapped: boolean;
};

/**
 * The sources of drafts made by this installation's runs: by rubric key the version, by item key (or overall)
 * the draft.
 */
export type Origins = { rubrics: Map<string, string>; units: Map<string, string> };

/**
 * The planted errors, by the unit's key or that of a planted item: a wrong value, labels with the drafted
 * ones and the wrong one, or an item.
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
  /** Never sent to clients. */
  planted: PlantedRows;
  /** The arm that the steps belong to. */
  armId: string;
  /** The seed of the annotator's opaque keys; null for assignments with the study file's keys. */
  salt: string | null;
};

/** The stored choice of an assignment; null before the first request, or if made for another arm. */
export function chosenDraftsOf({ order, armId }: Pick<StimulusRow, "order" | "armId">): ChosenDrafts | null {
  const stored = ChosenOrder.safeParse(order);
  return stored.success && stored.data.shown.arm === armId ? stored.data.shown : null;
}

/** The row that a frame is built from. */
export interface StimulusRow {
  id: string;
  batchId: string;
  armId: string;
  /** The seed of the assignment's order, and what was chosen to be shown. */
  order: Prisma.JsonValue;
  batch: { itemOrder: Order; seed: number; quality: Prisma.JsonValue };
  arm: { protocol: Prisma.JsonValue; position: number };
  /** Null for training, exams and released assignments. */
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

/** The context of a frame: an assignment, or a preview of one. */
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
