import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { actAs } from "@/lib/auth/actor";
import { createBatch } from "@/lib/batch/data/batches";
import { openBatch } from "@/lib/batch/data/open-batch";
import { type Arms, NewBatch } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { createParticipationLink } from "@/lib/participation/data/links";
import { DEFAULT_SETTINGS, protocolOf } from "@/lib/protocol/rules/presets";
import type { Settings } from "@/lib/protocol/schema";
import { markGold } from "@/lib/quality/data/gold";
import { makeDataset, type TestDataset } from "@/testing/builders/datasets";
import { makeSiteAdmin } from "@/testing/builders/people";

export interface TestBatch {
  id: string;
  projectId: string;
}

/** Gold for every item of the first responses of a dataset, always the same, as an admin marks it. */
export async function makeGold(
  dataset: TestDataset,
  {
    responses,
    value = "no",
    explanation = "",
  }: { responses: number } & { value?: "yes" | "no" | "na" | number; explanation?: string },
): Promise<void> {
  const { actor } = await makeSiteAdmin();
  const rows = await db.response.findMany({
    where: { datasetId: dataset.id },
    orderBy: [{ task: { position: "asc" } }, { position: "asc" }],
    take: responses,
    select: { id: true, task: { select: { rubrics: { select: { items: { select: { id: true } } } } } } },
  });
  for (const { id, task } of rows)
    for (const item of task.rubrics.flatMap(({ items }) => items))
      await markGold(actAs(actor, "admin"), dataset.id, {
        response: id,
        item: item.id,
        value,
        explanation,
      });
}

/**
 * A batch of a dataset (created if none is given), opened unless it is to stay a draft. One arm with a
 * preset's steps and k raters unless arms are given; annotators may join later, so few are enough to open it.
 */
export async function makeBatch({
  dataset,
  annotators = [],
  name = `Batch ${randomUUID().slice(0, 8)}`,
  preset = "direct-scoring",
  settings = {},
  k = 1,
  arms = [{ name: "A", k, exposure: null, steps: stepsOf(preset, settings) }],
  open = true,
  ...design
}: Partial<Omit<NewBatch, "project" | "dataset" | "annotators" | "quality">> & {
  dataset?: TestDataset;
  /** Quality settings; all off by default. */
  quality?: z.input<typeof NewBatch>["quality"];
  annotators?: { membershipId: string }[];
  settings?: Partial<Settings>;
  k?: number;
  arms?: Arms;
  open?: boolean;
} = {}): Promise<TestBatch> {
  const { id: datasetId, projectId } = dataset ?? (await makeDataset());
  const { actor } = await makeSiteAdmin();
  const admin = actAs(actor, "admin");
  const batch = await createBatch(
    admin,
    NewBatch.parse({
      project: projectId,
      dataset: datasetId,
      name,
      preset,
      arms,
      annotators: annotators.map(({ membershipId }) => membershipId),
      joinLater: true,
      ...design,
    }),
  );
  if (!batch || "refused" in batch) throw new Error(`no batch was made: ${batch?.refused}`);
  if (open) {
    const opened = await openBatch(admin, batch.id);
    if (!opened || "refused" in opened) throw new Error(`the batch was not opened: ${opened?.refused}`);
  }
  return { id: batch.id, projectId };
}

/** Steps of a preset with settings; without drafts by default. */
export function stepsOf(preset: NewBatch["preset"], settings: Partial<Settings> = {}) {
  return protocolOf(preset, { ...DEFAULT_SETTINGS, exposure: "none", ...settings }).steps;
}

/** A participation link of a batch; its token is the last part of the address. */
export async function makeParticipationLink(
  batch: { id: string },
  {
    quota = 10,
    share = null as number | null,
    completionCode = "C1DONE",
    expiresAt = null as Date | null,
    parameters = ["PROLIFIC_PID", "STUDY_ID", "SESSION_ID"] as [string, string, string],
  } = {},
) {
  const [personParameter, studyParameter, sessionParameter] = parameters;
  const { actor } = await makeSiteAdmin();
  const made = await createParticipationLink(actAs(actor, "admin"), batch.id, {
    name: "Prolific",
    quota,
    share,
    completionCode,
    completionUrl: null,
    screenedCode: null,
    screenedUrl: null,
    personParameter,
    studyParameter,
    sessionParameter,
    consent: "",
    expiresAt,
  });
  if (!made || "refused" in made) throw new Error(`no link was made: ${made?.refused}`);
  return { ...made, token: made.url.slice(made.url.lastIndexOf("/") + 1) };
}
