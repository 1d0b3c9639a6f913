import "server-only";
import { draftedFor, pinRubrics } from "@/lib/batch/data/rubrics";
import type { RubricKind, Step } from "@/lib/batch/schema";
import { db } from "@/lib/db";
import { LEFT_TO_RULES } from "@/lib/drafting/rules/origin";
import type { Placed, Shown } from "@/lib/review/frame/shape";
import { Prisma } from "@/prisma/generated/client/client";

/** Of each kind a step needs: the rubrics of the task, else the dataset's; each in the version the batch works with. */
export async function choose(assignment: Placed, steps: Step[], versions: typeof versionsIn): Promise<Shown> {
  const { datasetId, taskId, responseId, responseBId } = assignment.subject;
  const kinds = new Set(steps.flatMap((step) => ("kind" in step && step.kind ? [step.kind] : [])));
  const rubrics = await db.rubric.findMany({
    where: { datasetId, kind: { in: [...kinds] }, OR: [{ taskId }, { taskId: null }] },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    select: { id: true, kind: true, taskId: true },
  });
  const chosen = [...kinds].flatMap((kind) => {
    const ofKind = rubrics.filter((rubric) => rubric.kind === kind);
    const own = ofKind.filter((rubric) => rubric.taskId !== null);
    return (own.length > 0 ? own : ofKind).map((rubric) => rubric.id);
  });
  const pinned = await versions(assignment.batchId, chosen);
  const rubricVersions = chosen.flatMap((rubric) => pinned.get(rubric) ?? []);
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

/** The draft of a comparison that comes first in the study, of a model if there is one, whichever way round. */
async function choosePreference(one: string, other: string): Promise<string[]> {
  const [draft] = await db.$queryRaw<{ id: string }[]>`
    SELECT d."id" FROM "Draft" d JOIN "Rater" r ON r."id" = d."raterId"
    WHERE d."target" = 'preference' AND r."kind" IN ('llm', 'rules')
      AND (d."responseId", d."responseBId") IN ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))
    ORDER BY r."kind" = 'rules', d."position", d."id" LIMIT 1`;
  return draft ? [draft.id] : [];
}

/** The first unit of a run that labelled items of the task. */
async function chooseLabels(taskId: string): Promise<string[]> {
  const [unit] = await db.$queryRaw<{ id: string }[]>`
    SELECT u."id" FROM "DraftUnit" u
    WHERE u."taskId" = ${taskId}::uuid AND u."state" = 'done' AND u."result" -> 'labels' IS NOT NULL
    ORDER BY u."finishedAt", u."id" LIMIT 1`;
  return unit ? [unit.id] : [];
}

/** By rubric: its version in the batch. One that came after the batch was opened is pinned when it is first shown. */
export async function versionsIn(batchId: string, rubrics: string[]): Promise<Map<string, string>> {
  const find = () =>
    db.batchRubric.findMany({
      where: { batchId, rubricId: { in: rubrics } },
      select: { rubricId: true, rubricVersionId: true },
    });
  let pinned = await find();
  if (pinned.length < rubrics.length) {
    await pinRubrics(db, batchId, rubrics);
    pinned = await find();
  }
  return new Map(pinned.map(({ rubricId, rubricVersionId }) => [rubricId, rubricVersionId]));
}

/** The same before the batch has opened: those fixed already, and otherwise the newest. */
export async function versionsAsTheyWouldBe(
  batchId: string,
  rubrics: string[],
): Promise<Map<string, string>> {
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
 * One draft of a model per item and for the overall score. Where several were at work, the one whose drafts come
 * first in the study, and for units it left out whichever comes first; and beside it what the rules found last. A
 * draft that answered an earlier wording of its item is no draft of this one, and a question that a model left to the
 * rules has theirs.
 */
async function chooseDrafts(responseId: string, versions: string[]): Promise<string[]> {
  const drafts = await db.$queryRaw<
    { id: string; itemId: string | null; raterId: string; kind: "llm" | "rules" }[]
  >`
    SELECT d."id", d."itemId", d."raterId", r."kind"::text AS "kind" FROM "Draft" d JOIN "Rater" r ON r."id" = d."raterId"
    WHERE d."responseId" = ${responseId}::uuid AND r."kind" IN ('llm', 'rules')
      AND NOT coalesce(d."provenance" -> 'flags' ? ${LEFT_TO_RULES}, FALSE)
      AND (d."target" = 'overall' OR d."target" = 'item' AND EXISTS (
        SELECT FROM "ItemVersion" iv WHERE iv."itemId" = d."itemId"
          AND iv."rubricVersionId" = ANY (${versions}::uuid[]) AND ${draftedFor(Prisma.sql`d`, Prisma.sql`iv`)}))
    ORDER BY d."position", d."id"`;
  const ofModels = drafts.filter(({ kind }) => kind === "llm");
  const lead = ofModels[0]?.raterId;
  const byUnit = new Map<string | null, string>();
  for (const draft of [...ofModels.filter((draft) => draft.raterId === lead), ...ofModels])
    if (!byUnit.has(draft.itemId)) byUnit.set(draft.itemId, draft.id);
  const byRules = new Map(drafts.flatMap(({ kind, itemId, id }) => (kind === "rules" ? [[itemId, id]] : [])));
  return [...byUnit.values(), ...byRules.values()];
}

/** A task without a rubric gets an empty one, for the items its annotators will write. */
export async function ensureRubric({ subject }: Placed, kind: RubricKind): Promise<void> {
  const { datasetId, taskId, task } = subject;
  const known = await db.rubric.findFirst({
    where: { datasetId, kind, OR: [{ taskId }, { taskId: null }] },
    select: { id: true },
  });
  if (known) return;
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
