import "server-only";
import { isSiteAdmin, type Member, memberOf, memberOfSql, type SignedIn } from "@/lib/auth/actor";
import { inDesign, ofDesign } from "@/lib/batch/data/release";
import { db } from "@/lib/database/db";
import { findScope, type StudyId } from "@/lib/dataset/data/scope";
import { COUNTS, LABELS_SET_ASIDE } from "@/lib/dataset/data/study-scope";
import { tasksThatFit } from "@/lib/dataset/data/task-filter";
import { DatasetCounts } from "@/lib/dataset/views";
import { afterCursor, byId, idOrderWithLimit, pageFrom } from "@/lib/http/cursor";
import type { ListPage, PageRequest } from "@/lib/http/page";
import type {
  AnswersQuery,
  AssignmentsQuery,
  BatchesQuery,
  DecisionsQuery,
  DraftsQuery,
  LabellingsQuery,
  ListDatasetsQuery,
  ListJudgementsQuery,
  ListTasksQuery,
  ReadAnswer,
  ReadAssignment,
  ReadBatch,
  ReadDataset,
  ReadDecision,
  ReadDraft,
  ReadJudgement,
  ReadLabelling,
  ReadPerson,
  ReadProject,
  ReadResponse,
  ReadRubric,
  ReadRun,
  ReadTask,
  ResponsesQuery,
  RubricsQuery,
  RunsQuery,
} from "@/lib/resources/schema";
import { Prisma } from "@/prisma/generated/client/client";

/*
 * What programs read. Every list goes by a key that an index has in order, so a page of a million records costs what
 * one of a hundred does. People stand under their pseudonyms in everything but the list of people.
 */

type Researcher = Member<"researcher">;

const byKey = ({ key }: { key: string }) => key;
const as = <T>(row: T): T => row;

// ---------------------------------------------------------------- projects and what is in them

/** The projects somebody may open. */
export async function readProjects(actor: SignedIn, place: PageRequest): Promise<ListPage<ReadProject>> {
  const mine = { userId: actor.userId, disabledAt: null };
  const rows = await db.project.findMany({
    where: {
      AND: [
        isSiteAdmin(actor) ? {} : { memberships: { some: mine } },
        actor.onlyProject === null ? {} : { id: actor.onlyProject },
      ],
      ...afterCursor(place),
    },
    ...idOrderWithLimit(place),
    select: {
      id: true,
      name: true,
      description: true,
      sample: true,
      archivedAt: true,
      createdAt: true,
      memberships: { where: mine, select: { role: true } },
    },
  });
  return pageFrom(rows, place, byId, ({ memberships, ...project }) => ({
    ...project,
    role: isSiteAdmin(actor) ? "admin" : (memberships[0]?.role ?? "annotator"),
  }));
}

/** The datasets of a project that are whole. Null when the project is not the researcher's to see. */
export async function readDatasets(
  researcher: Researcher,
  projectId: string,
  { state, ...place }: ListDatasetsQuery,
): Promise<ListPage<ReadDataset> | null> {
  if (!(await isTheirs(researcher, projectId))) return null;
  const rows = await db.dataset.findMany({
    where: { projectId, state: state ?? { not: "importing" }, ...afterCursor(place) },
    ...idOrderWithLimit(place),
    select: {
      id: true,
      projectId: true,
      name: true,
      source: true,
      sample: true,
      state: true,
      counts: true,
      createdAt: true,
      readyAt: true,
    },
  });
  return pageFrom(rows, place, byId, ({ projectId: project, counts, state: now, ...row }) => ({
    ...row,
    project,
    state: now === "archived" ? "archived" : "ready",
    counts: DatasetCounts.parse(counts),
  }));
}

/** The batches of a project, each with how far it is. Null when the project is not the researcher's to see. */
export async function readBatches(
  researcher: Researcher,
  projectId: string,
  { dataset, state, ...place }: BatchesQuery,
): Promise<ListPage<ReadBatch> | null> {
  if (!(await isTheirs(researcher, projectId))) return null;
  const rows = await db.$queryRaw<ReadBatch[]>`
    SELECT b."id", b."projectId" AS "project", b."datasetId" AS "dataset", b."name", b."state"::text AS "state",
      b."preset", b."createdAt", b."openedAt", b."closedAt", b."dueAt",
      (SELECT count(*)::int FROM "Subject" s WHERE s."batchId" = b."id" AND ${inDesign}) AS "subjects",
      (SELECT count(*)::int FROM "Slot" s WHERE s."batchId" = b."id") AS "slots",
      (SELECT count(*)::int FROM "Assignment" a
        WHERE a."batchId" = b."id" AND a."state" = 'submitted' AND ${ofDesign}) AS "submitted"
    FROM "Batch" b
    WHERE b."projectId" = ${projectId}::uuid AND ${afterId(Prisma.sql`b."id"`, place)}
      AND ${same(Prisma.sql`b."datasetId"`, dataset)} AND ${textCondition(Prisma.sql`b."state"::text`, state)}
    ORDER BY b."id" LIMIT ${place.limit + 1}`;
  return pageFrom(rows, place, byId, as);
}

/** The drafting runs of a project. Null when the project is not the researcher's to see. */
export async function readRuns(
  researcher: Researcher,
  projectId: string,
  { dataset, state, ...place }: RunsQuery,
): Promise<ListPage<ReadRun> | null> {
  if (!(await isTheirs(researcher, projectId))) return null;
  const rows = await db.draftRun.findMany({
    where: {
      projectId,
      ...(dataset && { datasetId: dataset }),
      ...(state && { state }),
      ...afterCursor(place),
    },
    ...idOrderWithLimit(place),
    select: {
      id: true,
      projectId: true,
      datasetId: true,
      endpointId: true,
      name: true,
      method: true,
      methodVersion: true,
      model: true,
      state: true,
      pausedFor: true,
      units: true,
      requests: true,
      costMicros: true,
      createdAt: true,
      startedAt: true,
      finishedAt: true,
    },
  });
  return pageFrom(rows, place, byId, ({ projectId: project, datasetId, endpointId, costMicros, ...row }) => ({
    ...row,
    project,
    dataset: datasetId,
    endpoint: endpointId,
    costMicros: Number(costMicros),
  }));
}

/** Who is in a project, and under which pseudonym. Null when the project is not the admin's. */
export async function readPeople(
  admin: Member<"admin">,
  projectId: string,
  place: PageRequest,
): Promise<ListPage<ReadPerson> | null> {
  if (!(await isTheirs(admin, projectId))) return null;
  const rows = await db.membership.findMany({
    where: { projectId, ...afterCursor(place) },
    ...idOrderWithLimit(place),
    select: {
      id: true,
      userId: true,
      role: true,
      disabledAt: true,
      createdAt: true,
      user: { select: { name: true, email: true } },
      rater: { select: { code: true } },
    },
  });
  return pageFrom(rows, place, byId, ({ userId, user, rater, disabledAt, ...row }) => ({
    ...row,
    ...user,
    user: userId,
    pseudonym: rater.code,
    disabled: disabledAt !== null,
  }));
}

async function isTheirs(actor: Member, projectId: string): Promise<boolean> {
  const found = await db.project.findFirst({
    where: { id: projectId, AND: memberOf(actor) },
    select: { id: true },
  });
  return found !== null;
}

// ---------------------------------------------------------------- what is in a dataset or made in a batch

/** A kind of record, `x`: its fields as programs read them, and what they come from. */
export interface Kind {
  fields: Prisma.Sql;
  from: Prisma.Sql;
}

const RATER = Prisma.sql`JOIN "Rater" p ON p."id" = x."raterId"`;
const BY = Prisma.sql`p."code" AS "rater", p."kind"::text AS "raterKind"`;
const MADE = Prisma.sql`x."datasetId" AS "dataset", x."batchId" AS "batch", x."assignmentId" AS "assignment", x."arm",
  x."step", ${BY}, x."exposure"::text AS "exposure"`;
const ABOUT = Prisma.sql`x."taskId" AS "task", x."target"::text AS "target", x."responseId" AS "response",
  x."responseBId" AS "responseB", x."itemId" AS "item"`;

const TASK: Kind = {
  fields: Prisma.sql`x."id", x."datasetId" AS "dataset", x."key", x."position", x."instruction", x."input",
    x."messages", x."reference", x."tags", x."metadata"`,
  from: Prisma.sql`"Task" x`,
};

const RESPONSE: Kind = {
  fields: Prisma.sql`x."id", x."datasetId" AS "dataset", x."taskId" AS "task", x."key", x."position", x."model",
    x."text", x."metadata"`,
  from: Prisma.sql`"Response" x`,
};

/** The items of a rubric's version `v`. */
export const RUBRIC_ITEMS = Prisma.sql`(SELECT coalesce(json_agg(json_build_object('id', i."id", 'itemVersion', iv."id",
    'key', i."key", 'parent', i."parentId", 'name', iv."name", 'text', iv."text", 'scale', iv."scale",
    'weight', iv."weight", 'category', iv."category") ORDER BY iv."position", iv."id"), '[]')
  FROM "ItemVersion" iv JOIN "Item" i ON i."id" = iv."itemId" WHERE iv."rubricVersionId" = v."id")`;

const RUBRIC: Kind = {
  fields: Prisma.sql`x."id", x."datasetId" AS "dataset", x."taskId" AS "task", x."responseId" AS "response",
    x."responseBId" AS "responseB", x."key", x."position", x."kind"::text AS "kind", v."version", v."id" AS "versionId", v."origin", v."method", v."model",
    ${RUBRIC_ITEMS} AS "items"`,
  from: Prisma.sql`"Rubric" x CROSS JOIN LATERAL (
    SELECT newest.* FROM "RubricVersion" newest WHERE newest."rubricId" = x."id"
    ORDER BY newest."version" DESC LIMIT 1) v`,
};

const DRAFT: Kind = {
  fields: Prisma.sql`x."id", x."datasetId" AS "dataset", x."key", ${ABOUT}, ${BY}, x."method", u."runId" AS "run",
    x."value", x."lines", x."scoreLine", x."condition", x."order"::text AS "order", x."sample", x."confidence", x."createdAt"`,
  from: Prisma.sql`"Draft" x ${RATER} LEFT JOIN "DraftUnit" u ON u."id" = x."unitId"`,
};

const JUDGEMENT: Kind = {
  fields: Prisma.sql`x."id", x."key", ${MADE}, ${Prisma.raw(COUNTS)} AS "counts", ${ABOUT},
    x."itemVersionId" AS "itemVersion", x."draftId" AS "draft", x."value", nullif(x."initial", 'null') AS "initial",
    coalesce(x."initial" = 'null', FALSE) AS "revealedFirst", x."swapped", x."shown", x."activeMs", x."idleMs",
    x."bulk", x."startedAt", x."submittedAt", x."metadata"`,
  from: Prisma.sql`"Judgement" x ${RATER}`,
};

const DECISION: Kind = {
  fields: Prisma.sql`x."id", x."key", ${MADE}, ${Prisma.raw(COUNTS)} AS "counts", x."action"::text AS "action",
    x."text", x."reasonCode", x."reasonNote", x."bulk", x."at", x."rubricId" AS "rubric", x."itemId" AS "item", x."itemKey",
    x."scale", x."judgementId" AS "judgement", x."draftId" AS "draft", x."line", x."draftText"`,
  from: Prisma.sql`"Decision" x ${RATER}`,
};

/** What labellings and answers of a batch have in common, and what they are joined with for it. */
const ANSWERED = Prisma.sql`x."id", x."batchId" AS "batch", x."assignmentId" AS "assignment", s."use"::text AS "use",
  m."name" AS "arm", x."step", x."question", p."code" AS "rater", s."taskId" AS "task"`;
const OF_ASSIGNMENT = Prisma.sql`${RATER} JOIN "Assignment" n ON n."id" = x."assignmentId"
  JOIN "Subject" s ON s."id" = n."subjectId" JOIN "Arm" m ON m."id" = n."armId"`;

const LABELLING: Kind = {
  fields: Prisma.sql`${ANSWERED}, ${Prisma.raw(LABELS_SET_ASIDE)} IS NULL AS "counts", x."itemId" AS "item",
    x."itemVersionId" AS "itemVersion",
    x."exposure"::text AS "exposure", u."runId" AS "run", nullif(x."drafted", 'null') AS "drafted",
    nullif(x."initial", 'null') AS "initial", coalesce(x."initial" = 'null', FALSE) AS "revealedFirst", x."labels",
    x."reasonCode", x."reasonNote", x."shown", x."activeMs", x."idleMs", x."startedAt", x."submittedAt"`,
  from: Prisma.sql`"Labelling" x ${OF_ASSIGNMENT} LEFT JOIN "DraftUnit" u ON u."id" = x."draftUnitId"`,
};

const ANSWER: Kind = {
  fields: Prisma.sql`${ANSWERED}, s."responseId" AS "response", s."responseBId" AS "responseB", x."value", x."at"`,
  from: Prisma.sql`"AskAnswer" x ${OF_ASSIGNMENT}`,
};

const ASSIGNMENT: Kind = {
  fields: Prisma.sql`x."id", x."batchId" AS "batch", x."subjectId" AS "subject", s."taskId" AS "task",
    s."responseId" AS "response", s."responseBId" AS "responseB", m."name" AS "arm", l."replicate", s."use"::text AS "use",
    p."code" AS "rater", x."state"::text AS "state", x."position", x."guidelinesVersion", x."openedAt",
    x."submittedAt", x."reopenedAt", x."skippedAt", x."skipReason", x."activeMs", x."createdAt"`,
  from: Prisma.sql`"Assignment" x ${RATER} JOIN "Subject" s ON s."id" = x."subjectId"
    JOIN "Arm" m ON m."id" = x."armId" LEFT JOIN "Slot" l ON l."id" = x."slotId"`,
};

/** The tasks of a dataset that pass a filter, by their keys. Null when the dataset is not the researcher's to see. */
export async function readTasks(
  researcher: Researcher,
  dataset: string,
  { limit, after, ...filter }: ListTasksQuery,
): Promise<ListPage<ReadTask> | null> {
  const filtered = { ...TASK, from: Prisma.sql`${TASK.from} JOIN "Task" t ON t."id" = x."id"` };
  return inDataset<ReadTask>(researcher, dataset, filtered, { limit, after }, [tasksThatFit(filter)]);
}

export const readResponses = (researcher: Researcher, dataset: string, query: ResponsesQuery) =>
  inDataset<ReadResponse>(researcher, dataset, RESPONSE, query, [
    same(Prisma.sql`x."taskId"`, query.task),
    textCondition(Prisma.sql`x."model"`, query.model),
  ]);

export const readRubrics = (researcher: Researcher, dataset: string, query: RubricsQuery) =>
  inDataset<ReadRubric>(researcher, dataset, RUBRIC, query, [
    same(Prisma.sql`x."taskId"`, query.task),
    textCondition(Prisma.sql`x."kind"::text`, query.kind),
  ]);

export const readDrafts = (researcher: Researcher, dataset: string, query: DraftsQuery) =>
  inDataset<ReadDraft>(researcher, dataset, DRAFT, query, saidOf(query));

/** The records of a dataset by their keys. Null when the dataset is not the researcher's to see. */
export async function inDataset<Row extends { key: string }>(
  researcher: Researcher,
  dataset: string,
  kind: Kind,
  place: PageRequest,
  conditions: Prisma.Sql[],
): Promise<ListPage<Row> | null> {
  if (!(await findScope(researcher, { dataset }))) return null;
  const behind = place.after === undefined ? [] : [Prisma.sql`x."key" > ${place.after}`];
  const where = [Prisma.sql`x."datasetId" = ${dataset}::uuid`, ...behind, ...conditions];
  return pageOfKind<Row>(kind, where, Prisma.sql`x."key"`, place, byKey);
}

/** One page of a kind of record, in an order that an index has. */
export async function pageOfKind<Row>(
  { fields, from }: Kind,
  where: Prisma.Sql[],
  order: Prisma.Sql,
  place: PageRequest,
  keyOf: (row: Row) => string,
): Promise<ListPage<Row>> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT ${fields} FROM ${from} WHERE ${Prisma.join(where, " AND ")} ORDER BY ${order} LIMIT ${place.limit + 1}`;
  return pageFrom(rows, place, keyOf, as);
}

/** The judgements made in a batch, or of a dataset those it was imported with. */
export const readJudgements = (researcher: Researcher, study: StudyId, query: ListJudgementsQuery) =>
  inStudy<ReadJudgement>(researcher, study, JUDGEMENT, query, saidOf(query));

/** The decisions made in a batch, or of a dataset those it was imported with. */
export const readDecisions = (researcher: Researcher, study: StudyId, query: DecisionsQuery) =>
  inStudy<ReadDecision>(researcher, study, DECISION, query, [
    same(Prisma.sql`x."rubricId"`, query.rubric),
    same(Prisma.sql`x."judgementId"`, query.judgement),
    textCondition(Prisma.sql`p."code"`, query.rater),
  ]);

async function inStudy<Row extends { id: string }>(
  researcher: Researcher,
  study: StudyId,
  kind: Kind,
  place: PageRequest,
  conditions: Prisma.Sql[],
): Promise<ListPage<Row> | null> {
  const scope = await findScope(researcher, study);
  if (!scope) return null;
  const { datasetId, batchId } = scope;
  const batch =
    batchId === null ? Prisma.sql`x."batchId" IS NULL` : Prisma.sql`x."batchId" = ${batchId}::uuid`;
  const where = [Prisma.sql`x."datasetId" = ${datasetId}::uuid`, batch, afterId(X_ID, place), ...conditions];
  return pageOfKind<Row>(kind, where, Prisma.sql`x."datasetId", x."batchId", x."id"`, place, byId);
}

/** The assignments of a batch, by pseudonym. */
export const readAssignments = (researcher: Researcher, batch: string, query: AssignmentsQuery) =>
  listInBatch<ReadAssignment>(researcher, batch, ASSIGNMENT, query, [
    textCondition(Prisma.sql`p."code"`, query.rater),
    textCondition(Prisma.sql`x."state"::text`, query.state),
  ]);

/** The labels given in a batch, by pseudonym. */
export const readLabellings = (researcher: Researcher, batch: string, query: LabellingsQuery) =>
  listInBatch<ReadLabelling>(researcher, batch, LABELLING, query, [
    same(Prisma.sql`x."taskId"`, query.task),
    same(Prisma.sql`x."itemId"`, query.item),
    ...answeredOf(query),
  ]);

/** What was answered to the questions of a batch's protocol, by pseudonym. */
export const readAnswers = (researcher: Researcher, batch: string, query: AnswersQuery) =>
  listInBatch<ReadAnswer>(researcher, batch, ANSWER, query, [
    same(Prisma.sql`s."taskId"`, query.task),
    ...answeredOf(query),
  ]);

/** What was made in a batch by its ids. Null when the batch is not the researcher's to see. */
export async function listInBatch<Row extends { id: string }>(
  researcher: Researcher,
  batch: string,
  kind: Kind,
  place: PageRequest,
  conditions: Prisma.Sql[],
): Promise<ListPage<Row> | null> {
  if (!(await findScope(researcher, { batch }))) return null;
  const where = [Prisma.sql`x."batchId" = ${batch}::uuid`, afterId(X_ID, place), ...conditions];
  return pageOfKind<Row>(kind, where, Prisma.sql`x."batchId", x."id"`, place, byId);
}

// ---------------------------------------------------------------- single records

export const readTask = (researcher: Researcher, id: string) => one<ReadTask>(researcher, TASK, id);
export const readResponse = (researcher: Researcher, id: string) =>
  one<ReadResponse>(researcher, RESPONSE, id);
export const readRubric = (researcher: Researcher, id: string) => one<ReadRubric>(researcher, RUBRIC, id);
export const readDraft = (researcher: Researcher, id: string) => one<ReadDraft>(researcher, DRAFT, id);
export const readJudgement = (researcher: Researcher, id: string) =>
  one<ReadJudgement>(researcher, JUDGEMENT, id);
export const readDecision = (researcher: Researcher, id: string) =>
  one<ReadDecision>(researcher, DECISION, id);

/** One record of a dataset that is whole; null when it is not there, or not the researcher's to see. */
async function one<Row>(researcher: Researcher, { fields, from }: Kind, id: string): Promise<Row | null> {
  const [row] = await db.$queryRaw<Row[]>`
    SELECT ${fields} FROM ${from} JOIN "Dataset" of ON of."id" = x."datasetId" AND of."state" <> 'importing'
    WHERE x."id" = ${id}::uuid AND ${memberOfSql(researcher, Prisma.sql`of."projectId"`)}`;
  return row ?? null;
}

/** One assignment of a batch, by pseudonym. */
export const readAssignment = (researcher: Researcher, batch: string, id: string) =>
  oneOfBatch<ReadAssignment>(researcher, ASSIGNMENT, id, batch);
export const readLabelling = (researcher: Researcher, id: string) =>
  oneOfBatch<ReadLabelling>(researcher, LABELLING, id);
export const readAnswer = (researcher: Researcher, id: string) =>
  oneOfBatch<ReadAnswer>(researcher, ANSWER, id);

/** One of what was made in a batch, or in this one; null when it is not there, or not the researcher's to see. */
async function oneOfBatch<Row>(
  researcher: Researcher,
  { fields, from }: Kind,
  id: string,
  batch?: string,
): Promise<Row | null> {
  const [row] = await db.$queryRaw<Row[]>`
    SELECT ${fields} FROM ${from} JOIN "Batch" of ON of."id" = x."batchId"
    WHERE x."id" = ${id}::uuid AND ${same(Prisma.sql`x."batchId"`, batch)}
      AND ${memberOfSql(researcher, Prisma.sql`of."projectId"`)}`;
  return row ?? null;
}

// ---------------------------------------------------------------- conditions

const X_ID = Prisma.sql`x."id"`;

/** Of what raters and models say of a response or an item. */
function saidOf(query: Pick<ListJudgementsQuery, "task" | "response" | "item" | "rater">): Prisma.Sql[] {
  return [
    same(Prisma.sql`x."taskId"`, query.task),
    same(Prisma.sql`x."responseId"`, query.response),
    same(Prisma.sql`x."itemId"`, query.item),
    textCondition(Prisma.sql`p."code"`, query.rater),
  ];
}

/** Of what annotators answer to a step that has a name. */
function answeredOf({ question, rater }: Pick<AnswersQuery, "question" | "rater">): Prisma.Sql[] {
  return [textCondition(Prisma.sql`x."question"`, question), textCondition(Prisma.sql`p."code"`, rater)];
}

export function afterId(column: Prisma.Sql, { after }: PageRequest): Prisma.Sql {
  return after === undefined ? Prisma.sql`TRUE` : Prisma.sql`${column} > ${after}::uuid`;
}

export function same(column: Prisma.Sql, id: string | undefined): Prisma.Sql {
  return id === undefined ? Prisma.sql`TRUE` : Prisma.sql`${column} = ${id}::uuid`;
}

export function textCondition(column: Prisma.Sql, value: string | undefined): Prisma.Sql {
  return value === undefined ? Prisma.sql`TRUE` : Prisma.sql`${column} = ${value}`;
}
