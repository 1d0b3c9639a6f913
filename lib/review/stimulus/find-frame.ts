import "server-only";
import { z } from "zod";
import { keyedFingerprint } from "@/lib/auth/secrets";
import { db, preparedForAnyone } from "@/lib/database/db";
import { Protocol } from "@/lib/protocol/schema";
import { Quality } from "@/lib/quality/schema";
import type { Annotator } from "@/lib/review/data/assignment-lock";
import type { ReviewFrame, RubricFrame } from "@/lib/review/schema/stimulus";
import type { ChosenDrafts } from "@/lib/review/schema/stored-stimulus";
import { build } from "@/lib/review/stimulus/build";
import { choose, ensureRubric } from "@/lib/review/stimulus/choose-drafts";
import { libraryOf } from "@/lib/review/stimulus/draft-views";
import { isSwapped } from "@/lib/review/stimulus/side-order";
import { findOwnStimulusRow, findStimulusRow } from "@/lib/review/stimulus/stimulus-queries";
import {
  chosenDraftsOf,
  type Framed,
  type Origins,
  type Planted,
  plantedForFrame,
  type StimulusContext,
  type StimulusRow,
} from "@/lib/review/stimulus/types";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * The frame of an assignment. Rubric versions and drafts are chosen when the frame is first requested, and
 * stored: both are immutable, so the frame stays the same whatever is added to the dataset later. It never
 * contains names of models, study file ids of responses, or drafts that the exposure never shows; drafts
 * shown later are in it, and `withhold` of lib/review/rules/reveal removes them before anything leaves the
 * server. Null when the assignment is not the annotator's.
 */
export async function findFrame(annotator: Annotator, id: string): Promise<Framed | null> {
  const assignment = await findOwnStimulusRow(annotator, id);
  if (!assignment) return null;
  const protocol = Protocol.parse(assignment.arm.protocol);
  let shown = chosenDraftsOf(assignment);
  if (!shown) {
    for (const step of protocol.steps) if (step.type === "rubric") await ensureRubric(assignment, step);
    const chosen = await choose(assignment, protocol.steps, "work");
    const swapped = isSwapped(assignment, protocol.steps);
    // An assignment that was released and comes back has the same salt: work that was not sent still fits.
    const salt = keyedFingerprint(`opaque keys of ${id} in ${assignment.armId}`);
    shown = await store(assignment, { ...chosen, swapped, salt });
    // Released or moved to another arm meanwhile: read it again.
    if (!shown) return findFrame(annotator, id);
  }
  return framedAs(assignment, protocol, shown);
}

/**
 * The frame that an assignment showed its annotator, for callers whose access was checked. Nothing is chosen
 * anew: null if nothing was ever shown.
 */
export async function findDisplayedFrame(id: string): Promise<Framed | null> {
  const assignment = await findStimulusRow(id);
  const shown = assignment && chosenDraftsOf(assignment);
  return shown ? framedAs(assignment, Protocol.parse(assignment.arm.protocol), shown) : null;
}

async function framedAs(assignment: StimulusRow, { steps }: Protocol, shown: ChosenDrafts): Promise<Framed> {
  const planted = await plantedFor(assignment);
  return {
    ...(await build(assignment, steps, shown, shuffleOf(assignment), planted)),
    armId: assignment.armId,
    salt: shown.salt,
  };
}

/**
 * The frame that an assignment would have, without storing, pinning or creating anything; and the sources of
 * its drafts, for readers who may know them.
 */
export async function previewFrame(
  place: StimulusContext,
  { steps }: Protocol,
  itemOrder: StimulusRow["batch"]["itemOrder"],
): Promise<{ frame: ReviewFrame; origins: Origins }> {
  const shown = await choose(place, steps, "preview");
  const { frame, rows } = await build(place, steps, shown, itemOrder === "random" ? "preview" : null, []);
  const fresh: RubricFrame = { key: "new", by: "", items: [] };
  const { instruction } = await db.task.findUniqueOrThrow({
    where: { id: place.subject.taskId },
    select: { instruction: true },
  });
  const filled = frame.steps.map((step, n) =>
    step.type === "rubric" && step.rubrics.length === 0
      ? { ...step, rubrics: [{ ...fresh, ...libraryOf(steps[n], { instruction }, []) }] }
      : step,
  );
  return { frame: { steps: filled }, origins: rows.origins };
}

/** The errors planted on an assignment's subject; no query for batches without planted errors. */
async function plantedFor({ batch, subject }: StimulusRow): Promise<Planted[]> {
  if (Quality.parse(batch.quality).planted === null) return [];
  return db.plantedError.findMany({ where: { subjectId: subject.id }, select: plantedForFrame });
}

/** The seed for shuffling an assignment's items, or null for the rubric's order. */
function shuffleOf({ batch, order, id }: StimulusRow): string | null {
  if (batch.itemOrder === "fixed") return null;
  const stored = z.object({ seed: z.number() }).safeParse(order);
  return `${stored.data?.seed ?? 0}:${id}`;
}

/**
 * Stores the choice unless another request was faster, whose choice is then returned. Null when the
 * assignment has moved to another arm.
 */
async function store({ id, armId }: StimulusRow, shown: ChosenDrafts): Promise<ChosenDrafts | null> {
  const [row] = await preparedForAnyone<{ order: Prisma.JsonValue; armId: string }>(
    "store-choice",
    Prisma.sql`UPDATE "Assignment" SET "order" = CASE WHEN "order" #>> '{shown,arm}' IS DISTINCT FROM ${armId}::text
        THEN "order" || jsonb_build_object('shown', ${JSON.stringify(shown)}::jsonb) ELSE "order" END
      WHERE "id" = ${id}::uuid AND "armId" = ${armId}::uuid
      RETURNING "order", "armId"`,
  );
  return row ? chosenDraftsOf(row) : null;
}
