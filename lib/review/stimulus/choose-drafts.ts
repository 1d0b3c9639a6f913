import "server-only";
import { draftedFor, pinRubrics, pinVersions } from "@/lib/batch/data/pin-rubrics";
import { draftedIn, rubricOf, sourceOfDrafts, sourceOfRubric } from "@/lib/batch/rules/protocol-sources";
import { db, preparedForAnyone } from "@/lib/database/db";
import { isPublished } from "@/lib/dataset/data/rubrics";
import { chosenRubrics, draftIsFrom, IS_VISIBLE, NEWEST_DRAFT } from "@/lib/dataset/data/source-sql";
import type { DraftSource, RubricSource } from "@/lib/dataset/schema/sources";
import { LEFT_TO_RULES } from "@/lib/drafting/rules/provenance-labels";
import type { RubricKind, Step } from "@/lib/protocol/schema";
import type { ChosenDrafts } from "@/lib/review/schema/stored-stimulus";
import type { StimulusContext } from "@/lib/review/stimulus/types";
import { Prisma } from "@/prisma/generated/client/client";

/** Why drafts are chosen: for `work` the choice is stored with the batch, for `preview` it is not. */
type ChoicePurpose = "work" | "preview";

/**
 * The rubrics and drafts that each step shows from its sources. Steps of batches opened before sources
 * existed have none: they show what is found for the subject.
 */
export async function choose(
  assignment: StimulusContext,
  steps: Step[],
  purpose: ChoicePurpose,
): Promise<ChosenDrafts> {
  const isSourced = steps.some((step) => sourceOfRubric(step) ?? sourceOfDrafts(step));
  return isSourced ? bySource(assignment, steps, purpose) : asFound(assignment, steps, purpose);
}

async function bySource(
  assignment: StimulusContext,
  steps: Step[],
  purpose: ChoicePurpose,
): Promise<ChosenDrafts> {
  const rubrics: string[][] = [];
  const drafts: string[] = [];
  const labels: (string | null)[] = [];
  for (const step of steps) {
    const versions = await rubricsOf(assignment, step, purpose);
    const by = draftedIn(step) && sourceOfDrafts(step);
    rubrics.push(versions);
    drafts.push(...(by ? await draftsOf(assignment, step, by, versions) : []));
    labels.push(by && step.type === "label" ? await labelsOf(assignment.subject.taskId, by) : null);
  }
  return {
    arm: assignment.armId,
    rubricVersions: [...new Set(rubrics.flat())],
    rubrics,
    drafts: [...new Set(drafts)],
    labelled: [...new Set(labels.flatMap((unit) => unit ?? []))],
    labels,
    swapped: false,
    salt: null,
  };
}

/** The rubric versions of a step, in the order of its sources. */
async function rubricsOf(assignment: StimulusContext, step: Step, purpose: ChoicePurpose): Promise<string[]> {
  const kind = rubricOf(step);
  if (kind === null) return [];
  const source = sourceOfRubric(step);
  const against = step.type === "label" ? step.against : undefined;
  if (!source) return findAll(assignment, [kind], purpose);
  const versions: string[] = [];
  for (const one of against ? [source, against] : [source])
    versions.push(...(await rubricsFrom(assignment, kind, one, purpose)));
  if (versions.length > 0 || purpose === "preview" || step.type !== "rubric" || step.exposure !== "none")
    return versions;
  await makeBlank(assignment, kind);
  return rubricsFrom(assignment, kind, { from: "people" }, purpose);
}

async function rubricsFrom(
  { batchId, subject }: StimulusContext,
  kind: RubricKind,
  source: RubricSource,
  purpose: ChoicePurpose,
): Promise<string[]> {
  const { datasetId, taskId, responseId, responseBId } = subject;
  const found = await db.$queryRaw<{ versionId: string }[]>(
    chosenRubrics(
      source,
      { datasetId, kind },
      {
        task: Prisma.sql`${taskId}::uuid`,
        one: Prisma.sql`${responseId}::uuid`,
        other: Prisma.sql`${responseBId}::uuid`,
      },
      batchId,
    ),
  );
  const versions = found.map(({ versionId }) => versionId);
  if (purpose === "work") await pinVersions(db, batchId, versions);
  return versions;
}

/**
 * The drafts of a source for the units of a step, one per unit; for items drafted by a model, also the rules'
 * latest draft. A draft that answered an earlier wording of its item is skipped, and questions that a model
 * left to the rules have the rules' draft.
 */
async function draftsOf(
  { subject: { responseId, responseBId } }: StimulusContext,
  step: Step,
  source: DraftSource,
  versions: readonly string[],
): Promise<string[]> {
  const target = step.type === "judge" ? "item" : step.type === "prefer" ? "preference" : "overall";
  if (responseId === null || step.type === "label") return [];
  const about =
    target === "preference"
      ? Prisma.sql`least(d."responseId", d."responseBId") = least(${responseId}::uuid, ${responseBId}::uuid)
          AND greatest(d."responseId", d."responseBId") = greatest(${responseId}::uuid, ${responseBId}::uuid)
          AND d."responseId" IN (${responseId}::uuid, ${responseBId}::uuid)`
      : Prisma.sql`d."responseId" = ${responseId}::uuid`;
  const isRequested =
    target === "item"
      ? Prisma.sql`EXISTS (SELECT FROM "ItemVersion" iv WHERE iv."itemId" = d."itemId"
          AND iv."rubricVersionId" = ANY (${versions}::uuid[]) AND ${draftedFor(Prisma.sql`d`, Prisma.sql`iv`)})`
      : Prisma.sql`TRUE`;
  const drafts = await db.$queryRaw<{ id: string; itemId: string | null; isRules: boolean }[]>`
    SELECT d."id", d."itemId", r."kind" = 'rules' AS "isRules" FROM "Draft" d JOIN "Rater" r ON r."id" = d."raterId"
    WHERE ${about} AND d."target" = ${target}::"Target" AND ${isRequested}
      AND (${draftIsFrom(source)} OR ${target === "item"} AND r."kind" = 'rules')
      AND NOT coalesce(d."provenance" -> 'flags' ? ${LEFT_TO_RULES}, FALSE)
    ORDER BY ${NEWEST_DRAFT}`;
  const first = new Map<string | null, string>();
  for (const { id, itemId, isRules } of drafts) if (!isRules && !first.has(itemId)) first.set(itemId, id);
  const byRules = new Map(drafts.flatMap(({ isRules, itemId, id }) => (isRules ? [[itemId, id]] : [])));
  return [...first.values(), ...byRules.values()];
}

/** The run unit that labelled the items of a task. */
async function labelsOf(taskId: string, source: DraftSource): Promise<string | null> {
  if (source.from !== "run") return null;
  const unit = await db.draftUnit.findFirst({
    where: {
      ...{ taskId, runId: source.run, run: { published: true }, state: "done" },
      result: { path: ["labels"], not: Prisma.AnyNull },
    },
    orderBy: { position: "asc" },
    select: { id: true },
  });
  return unit?.id ?? null;
}

// ---------------------------------------------------------------- steps without sources

async function asFound(
  assignment: StimulusContext,
  steps: Step[],
  purpose: ChoicePurpose,
): Promise<ChosenDrafts> {
  const { taskId, responseId, responseBId } = assignment.subject;
  const kinds = [...new Set(steps.flatMap((step) => rubricOf(step) ?? []))];
  const rubricVersions = await findAll(assignment, kinds, purpose);
  return {
    arm: assignment.armId,
    rubricVersions,
    drafts:
      responseId && responseBId
        ? await choosePreference(responseId, responseBId)
        : responseId
          ? await chooseDrafts(responseId, rubricVersions)
          : [],
    labelled: steps.some(({ type }) => type === "label") ? await chooseLabels(taskId) : [],
    swapped: false,
    salt: null,
  };
}

/** The rubrics of each kind: the task's, otherwise the dataset's; each in the version used by the batch. */
async function findAll(
  { batchId, subject: { datasetId, taskId } }: StimulusContext,
  kinds: readonly RubricKind[],
  purpose: ChoicePurpose,
): Promise<string[]> {
  const rubrics = await preparedForAnyone<{ id: string; kind: RubricKind; taskId: string | null }>(
    "rubrics-for-frame",
    Prisma.sql`SELECT ru."id", ru."kind"::text AS "kind", ru."taskId" FROM "Rubric" ru
      WHERE ru."datasetId" = ${datasetId}::uuid AND ru."kind"::text = ANY (${kinds}::text[])
        AND (ru."taskId" = ${taskId}::uuid OR ru."taskId" IS NULL)
        AND (EXISTS (SELECT FROM "BatchRubric" pin WHERE pin."batchId" = ${batchId}::uuid AND pin."rubricId" = ru."id")
          OR EXISTS (SELECT FROM "RubricVersion" v WHERE v."rubricId" = ru."id" AND ${IS_VISIBLE}))
      ORDER BY ru."position", ru."id"`,
  );
  const chosen = kinds.flatMap((kind) => {
    const ofKind = rubrics.filter((rubric) => rubric.kind === kind);
    const own = ofKind.filter((rubric) => rubric.taskId !== null);
    return (own.length > 0 ? own : ofKind).map((rubric) => rubric.id);
  });
  const versions =
    purpose === "work" ? await versionsIn(batchId, chosen) : await versionsAsTheyWouldBe(batchId, chosen);
  return chosen.flatMap((rubric) => versions.get(rubric) ?? []);
}

/** The first draft of a comparison in the study, preferring a model's, in either order. */
async function choosePreference(one: string, other: string): Promise<string[]> {
  const [draft] = await db.$queryRaw<{ id: string }[]>`
    SELECT d."id" FROM "Draft" d JOIN "Rater" r ON r."id" = d."raterId"
    WHERE d."target" = 'preference' AND r."kind" IN ('llm', 'rules') AND ${isPublished(Prisma.sql`d."unitId"`)}
      AND (d."responseId", d."responseBId") IN ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))
    ORDER BY r."kind" = 'rules', d."position", d."order" IS NOT NULL AND d."value" IS NULL, d."order", d."id" LIMIT 1`;
  return draft ? [draft.id] : [];
}

/** The first run unit that labelled items of the task. */
async function chooseLabels(taskId: string): Promise<string[]> {
  const [unit] = await db.$queryRaw<{ id: string }[]>`
    SELECT u."id" FROM "DraftUnit" u
    WHERE u."taskId" = ${taskId}::uuid AND u."state" = 'done' AND u."result" -> 'labels' IS NOT NULL
      AND ${isPublished(Prisma.sql`u."id"`)}
    ORDER BY u."finishedAt", u."id" LIMIT 1`;
  return unit ? [unit.id] : [];
}

/** The version of each rubric in the batch. A rubric added after opening is pinned when it is first shown. */
async function versionsIn(batchId: string, rubrics: string[]): Promise<Map<string, string>> {
  const find = () =>
    preparedForAnyone<{ rubricId: string; rubricVersionId: string }>(
      "pinned-rubrics",
      Prisma.sql`SELECT pin."rubricId", pin."rubricVersionId" FROM "BatchRubric" pin
        WHERE pin."batchId" = ${batchId}::uuid AND pin."rubricId" = ANY (${rubrics}::uuid[])`,
    );
  let pinned = await find();
  if (pinned.length < rubrics.length) {
    await pinRubrics(db, batchId, rubrics);
    pinned = await find();
  }
  return new Map(pinned.map(({ rubricId, rubricVersionId }) => [rubricId, rubricVersionId]));
}

/** The versions before the batch is opened: those already pinned, otherwise the newest. */
async function versionsAsTheyWouldBe(batchId: string, rubrics: string[]): Promise<Map<string, string>> {
  const found = await db.rubric.findMany({
    where: { id: { in: rubrics } },
    select: {
      id: true,
      batches: { where: { batchId }, select: { rubricVersionId: true } },
      versions: { orderBy: { version: "desc" }, take: 1, select: { id: true } },
    },
  });
  return new Map(
    found.flatMap(({ id, batches, versions }) => {
      const version = batches[0]?.rubricVersionId ?? versions[0]?.id;
      return version ? [[id, version]] : [];
    }),
  );
}

/**
 * One model's draft per item and for the overall score. With several models, the one whose drafts come first
 * in the study; for units it left out, the first draft of any. Beside them the rules' latest drafts. A draft
 * that answered an earlier wording of its item is skipped, and questions that a model left to the rules have
 * the rules' draft.
 */
async function chooseDrafts(responseId: string, versions: string[]): Promise<string[]> {
  type Row = { id: string; itemId: string | null; raterId: string; kind: "llm" | "rules" };
  const drafts = await preparedForAnyone<Row>(
    "drafts-of-response",
    Prisma.sql`SELECT d."id", d."itemId", d."raterId", r."kind"::text AS "kind"
      FROM "Draft" d JOIN "Rater" r ON r."id" = d."raterId"
      WHERE d."responseId" = ${responseId}::uuid AND r."kind" IN ('llm', 'rules')
        AND NOT coalesce(d."provenance" -> 'flags' ? ${LEFT_TO_RULES}, FALSE) AND ${isPublished(Prisma.sql`d."unitId"`)}
        AND (d."target" = 'overall' OR d."target" = 'item' AND EXISTS (
          SELECT FROM "ItemVersion" iv WHERE iv."itemId" = d."itemId"
            AND iv."rubricVersionId" = ANY (${versions}::uuid[]) AND ${draftedFor(Prisma.sql`d`, Prisma.sql`iv`)}))
      ORDER BY d."position", d."id"`,
  );
  const ofModels = drafts.filter(({ kind }) => kind === "llm");
  const lead = ofModels[0]?.raterId;
  const byUnit = new Map<string | null, string>();
  for (const draft of [...ofModels.filter((draft) => draft.raterId === lead), ...ofModels])
    if (!byUnit.has(draft.itemId)) byUnit.set(draft.itemId, draft.id);
  const byRules = new Map(drafts.flatMap(({ kind, itemId, id }) => (kind === "rules" ? [[itemId, id]] : [])));
  return [...byUnit.values(), ...byRules.values()];
}

/**
 * Gives a task without a rubric an empty one for the items its annotators write; for steps without a source.
 */
export async function ensureRubric(assignment: StimulusContext, { kind, rubric }: RubricStep): Promise<void> {
  const { datasetId, taskId } = assignment.subject;
  if (rubric) return;
  const known = await db.rubric.findFirst({
    where: { datasetId, kind, OR: [{ taskId }, { taskId: null }] },
    select: { id: true },
  });
  if (!known) await makeBlank(assignment, kind);
}

/** Creates an empty rubric of a task unless it exists. */
async function makeBlank(
  { subject: { datasetId, taskId, task } }: StimulusContext,
  kind: RubricKind,
): Promise<void> {
  await db.$executeRaw`
    WITH rubric AS (
      INSERT INTO "Rubric" ("id", "datasetId", "taskId", "key", "position", "kind")
      VALUES (gen_random_uuid(), ${datasetId}::uuid, ${taskId}::uuid, ${`${task.key}/${kind}`}, ${task.position},
        ${kind}::"RubricKind")
      ON CONFLICT DO NOTHING RETURNING "id"
    )
    INSERT INTO "RubricVersion" ("id", "rubricId", "version", "origin")
    SELECT gen_random_uuid(), "id", 1, 'human' FROM rubric`;
}

type RubricStep = Extract<Step, { type: "rubric" }>;
