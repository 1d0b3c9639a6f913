import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { db } from "@/lib/database/db";
import { Protocol, type Step } from "@/lib/protocol/schema";
import { Quality } from "@/lib/quality/schema";
import type { Annotator } from "@/lib/review/data/assignment-lock";
import type { ReviewFrame, RubricFrame } from "@/lib/review/schema/stimulus";
import { build } from "@/lib/review/stimulus/build";
import { choose, ensureRubric } from "@/lib/review/stimulus/choose-drafts";
import { libraryOf } from "@/lib/review/stimulus/draft-views";
import { findOwnStimulusRow, findStimulusRow } from "@/lib/review/stimulus/rows";
import {
  type ChosenDrafts,
  chosenDraftsOf,
  type Framed,
  type Origins,
  type Planted,
  plantedForFrame,
  type StimulusContext,
  type StimulusRow,
} from "@/lib/review/stimulus/types";
import type { Prisma } from "@/prisma/generated/client/client";

/**
 * What an assignment shows. The choice of rubric versions and drafts is made when the frame is first asked for and
 * kept: versions and drafts are immutable, so whatever is added to the dataset later, this frame stays the same.
 * Names of responses' models, study file ids of responses, and drafts an exposure never shows are not in it; what is
 * shown later is, and `withhold` of lib/review/rules/reveal takes it out of whatever leaves the server.
 * Null when the assignment is not the annotator's.
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
    shown = await keep(assignment, { ...chosen, swapped, salt: randomBytes(16).toString("base64url") });
    // Given up meanwhile, or given to another arm: what it is now, if it is.
    if (!shown) return findFrame(annotator, id);
  }
  return framedAs(assignment, protocol, shown);
}

/**
 * What an assignment showed its annotator, for somebody who was found to be allowed to read it. Nothing is chosen
 * anew: null where nothing was ever shown.
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
 * Which side is which follows from the batch's seed: by lot for each pair and arm, and the other way round for every
 * second person who compares it, so that where a response stood is as good as balanced within each pair.
 */
function isSwapped({ batch, arm, slot, subject }: StimulusRow, steps: Step[]): boolean {
  if (!steps.some((step) => step.type === "prefer" && step.sides === "random")) return false;
  const lot = createHash("sha256").update(`${batch.seed}:${subject.position}:${arm.position}:sides`).digest();
  return ((lot[0] ?? 0) + (slot?.replicate ?? 0)) % 2 === 1;
}

/**
 * What an assignment would show that does not exist: nothing is kept, pinned or made for it. Beside it, for whoever
 * may know, where its drafts come from.
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

/** The errors planted on an assignment's subject; a batch without such errors is not asked. */
async function plantedFor({ batch, subject }: StimulusRow): Promise<Planted[]> {
  if (Quality.parse(batch.quality).planted === null) return [];
  return db.plantedError.findMany({ where: { subjectId: subject.id }, select: plantedForFrame });
}

/** What the items of an assignment are shuffled by, or null where they stand in the rubric's order. */
function shuffleOf({ batch, order, id }: StimulusRow): string | null {
  if (batch.itemOrder === "fixed") return null;
  const kept = z.object({ seed: z.number() }).safeParse(order);
  return `${kept.data?.seed ?? 0}:${id}`;
}

/** Keeps the choice unless another request was first; then that one's holds. Null when it is of that arm no more. */
async function keep({ id, armId }: StimulusRow, shown: ChosenDrafts): Promise<ChosenDrafts | null> {
  const [row] = await db.$queryRaw<{ order: Prisma.JsonValue; armId: string }[]>`
    UPDATE "Assignment" SET "order" = CASE WHEN "order" #>> '{shown,arm}' IS DISTINCT FROM ${armId}
      THEN "order" || jsonb_build_object('shown', ${JSON.stringify(shown)}::jsonb) ELSE "order" END
    WHERE "id" = ${id}::uuid AND "armId" = ${armId}::uuid
    RETURNING "order", "armId"`;
  return row ? chosenDraftsOf(row) : null;
}
