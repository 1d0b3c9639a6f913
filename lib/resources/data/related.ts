import "server-only";
import { type Member, memberOfSql } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { findScope } from "@/lib/dataset/data/scope";
import type { ListPage, PageRequest } from "@/lib/http/page";
import { afterId, same, textCondition } from "@/lib/resources/data/filter-sql";
import { type Kind, RUBRIC_ITEMS } from "@/lib/resources/data/kinds";
import { inDataset, listInBatch, pageOfKind } from "@/lib/resources/data/pages";
import type {
  BatchRubricsQuery,
  FlagsQuery,
  GoldAnswersQuery,
  GoldLabelsQuery,
  GuidelinesVersionsQuery,
  OperationsQuery,
  PlantedQuery,
  PublishedAnswersQuery,
  QualificationsQuery,
  QuestionsQuery,
  ReadBatchRubric,
  ReadFlag,
  ReadGoldAnswer,
  ReadGoldLabels,
  ReadGuidelinesVersion,
  ReadOperation,
  ReadPlanted,
  ReadPublishedAnswer,
  ReadQualification,
  ReadQuestion,
  ReadReopening,
  ReadRubricVersion,
  ReadSlot,
  ReadUnit,
  ReopeningsQuery,
  RubricVersionsQuery,
  SlotsQuery,
  UnitsQuery,
} from "@/lib/resources/schema/related";
import { Prisma } from "@/prisma/generated/client/client";

type Researcher = Member<"researcher">;

// ---------------------------------------------------------------- rubrics, steps and questions

const RUBRIC_VERSION: Kind = {
  fields: Prisma.sql`v."id", x."id" AS "rubric", x."datasetId" AS "dataset", x."taskId" AS "task",
    x."responseId" AS "response", x."responseBId" AS "responseB", x."key", x."kind"::text AS "kind", v."version", v."origin", v."method", v."model", u."runId" AS "run", v."batchId" AS "batch",
    v."createdAt", ${RUBRIC_ITEMS} AS "items"`,
  from: Prisma.sql`"Rubric" x JOIN "RubricVersion" v ON v."rubricId" = x."id"
    LEFT JOIN "DraftUnit" u ON u."id" = v."unitId"`,
};

/** Condition that the dataset is complete and the researcher may read it. */
const isTheirs = (
  researcher: Researcher,
) => Prisma.sql`EXISTS (SELECT FROM "Dataset" of WHERE of."id" = x."datasetId"
  AND of."state" <> 'importing' AND ${memberOfSql(researcher, Prisma.sql`of."projectId"`)})`;

/** The versions of a rubric, oldest first. Null when the researcher may not read the rubric. */
export async function readRubricVersions(
  researcher: Researcher,
  id: string,
  { after, limit }: RubricVersionsQuery,
): Promise<ListPage<ReadRubricVersion> | null> {
  const theirs = [Prisma.sql`x."id" = ${id}::uuid`, isTheirs(researcher)];
  const [found] = await db.$queryRaw<
    unknown[]
  >`SELECT 1 FROM "Rubric" x WHERE ${Prisma.join(theirs, " AND ")}`;
  if (!found) return null;
  const where = [...theirs, behindNumber(Prisma.sql`v."version"`, after)];
  return pageOfKind<ReadRubricVersion>(
    RUBRIC_VERSION,
    where,
    Prisma.sql`v."version"`,
    { limit },
    ({ version }) => String(version),
  );
}

/** One version of a rubric; null when it is missing, or the researcher may not read it. */
export async function readRubricVersion(
  researcher: Researcher,
  id: string,
): Promise<ReadRubricVersion | null> {
  const where = [Prisma.sql`v."id" = ${id}::uuid`, isTheirs(researcher)];
  const { items } = await pageOfKind<ReadRubricVersion>(
    RUBRIC_VERSION,
    where,
    Prisma.sql`v."id"`,
    { limit: 1 },
    (row) => row.id,
  );
  return items[0] ?? null;
}

/** The rubrics of a batch in the versions it uses. Null when the researcher may not read the batch. */
export async function readBatchRubrics(
  researcher: Researcher,
  batch: string,
  { task, ...page }: BatchRubricsQuery,
): Promise<ListPage<ReadBatchRubric> | null> {
  if (!(await findScope(researcher, { batch }))) return null;
  const pinned = {
    fields: Prisma.sql`${RUBRIC_VERSION.fields}, coalesce(pin."onlyItems", '{}') AS "only"`,
    from: Prisma.sql`${RUBRIC_VERSION.from} JOIN "BatchRubric" pin ON pin."rubricVersionId" = v."id"`,
  };
  const where = [
    Prisma.sql`pin."batchId" = ${batch}::uuid`,
    afterId(Prisma.sql`pin."rubricId"`, page),
    same(Prisma.sql`x."taskId"`, task),
  ];
  const order = Prisma.sql`pin."batchId", pin."rubricId"`;
  return pageOfKind<ReadBatchRubric>(pinned, where, order, page, ({ rubric }) => rubric);
}

const GUIDELINES: Kind = {
  fields: Prisma.sql`x."id", x."batchId" AS "batch", x."version", x."text", x."createdAt",
    (SELECT coalesce(json_agg(json_build_object('rater', p."code", 'at', read."at", 'language', read."language") ORDER BY read."at", p."code"), '[]')
      FROM "GuidelinesRead" read JOIN "Rater" p ON p."id" = read."raterId" WHERE read."guidelinesId" = x."id")
      AS "readers"`,
  from: Prisma.sql`"Guidelines" x`,
};

/** The versions of a batch's guidelines, oldest first. Null when the researcher may not read the batch. */
export async function readGuidelinesVersions(
  researcher: Researcher,
  batch: string,
  { after, limit }: GuidelinesVersionsQuery,
): Promise<ListPage<ReadGuidelinesVersion> | null> {
  if (!(await findScope(researcher, { batch }))) return null;
  const where = [Prisma.sql`x."batchId" = ${batch}::uuid`, behindNumber(Prisma.sql`x."version"`, after)];
  return pageOfKind<ReadGuidelinesVersion>(
    GUIDELINES,
    where,
    Prisma.sql`x."batchId", x."version"`,
    { limit },
    ({ version }) => String(version),
  );
}

// ---------------------------------------------------------------- how the work went

const SLOT: Kind = {
  fields: Prisma.sql`x."id", x."batchId" AS "batch", x."subjectId" AS "subject", s."use"::text AS "use", s."reserved",
    s."taskId" AS "task", s."responseId" AS "response", s."responseBId" AS "responseB", m."name" AS "arm",
    x."replicate", x."assignmentId" AS "assignment"`,
  from: Prisma.sql`"Slot" x JOIN "Subject" s ON s."id" = x."subjectId" JOIN "Arm" m ON m."id" = x."armId"`,
};

/** The slots of a batch, filled or not. */
export const readSlots = (researcher: Researcher, batch: string, query: SlotsQuery) =>
  listInBatch<ReadSlot>(researcher, batch, SLOT, query, [same(Prisma.sql`x."subjectId"`, query.subject)]);

/** The common fields of what belongs to an assignment `n` of subject `s`, by `p`. */
const WHOSE = Prisma.sql`n."batchId" AS "batch", n."id" AS "assignment", p."code" AS "rater", s."taskId" AS "task"`;
const WITH_ASSIGNMENT = Prisma.sql`JOIN "Assignment" n ON n."id" = x."assignmentId"
  JOIN "Subject" s ON s."id" = n."subjectId" JOIN "Rater" p ON p."id" = n."raterId"`;
const byRater = (rater: string | undefined) => textCondition(Prisma.sql`p."code"`, rater);

const FLAG: Kind = {
  fields: Prisma.sql`x."id", ${WHOSE}, x."code", x."note", x."raisedAt", x."withdrawnAt", x."resolvedAt", x."resolution"`,
  from: Prisma.sql`"Flag" x ${WITH_ASSIGNMENT}`,
};

/** The flags of a batch. */
export const readFlags = (researcher: Researcher, batch: string, query: FlagsQuery) =>
  listInBatch<ReadFlag>(researcher, batch, FLAG, query, [
    byRater(query.rater),
    textCondition(Prisma.sql`x."code"`, query.code),
  ]);

const QUESTION: Kind = {
  fields: Prisma.sql`x."id", ${WHOSE}, x."waiting", x."createdAt", x."changedAt",
    (SELECT coalesce(json_agg(json_build_object('fromAnnotator', said."fromAnnotator", 'text', said."text",
        'at', said."at") ORDER BY said."seq"), '[]')
      FROM "QuestionMessage" said WHERE said."questionId" = x."id") AS "messages"`,
  from: Prisma.sql`"Question" x ${WITH_ASSIGNMENT}`,
};

/** Annotators' questions about the work of a batch. */
export const readQuestions = (researcher: Researcher, batch: string, query: QuestionsQuery) =>
  listInBatch<ReadQuestion>(researcher, batch, QUESTION, query, [byRater(query.rater)]);

const PUBLISHED: Kind = {
  fields: Prisma.sql`x."id", x."batchId" AS "batch", x."questionId" AS "from", x."question", x."answer",
    x."publishedAt", x."withdrawnAt"`,
  from: Prisma.sql`"PublishedAnswer" x`,
};

/** The published answers of a batch. */
export const readPublishedAnswers = (researcher: Researcher, batch: string, query: PublishedAnswersQuery) =>
  listInBatch<ReadPublishedAnswer>(researcher, batch, PUBLISHED, query, []);

const REOPENING: Kind = {
  fields: Prisma.sql`x."id", ${WHOSE}, x."note", x."at", x."submittedAt", x."version", x."endedAt"`,
  from: Prisma.sql`"Reopening" x ${WITH_ASSIGNMENT}`,
};

/** The sent-back submissions of a batch. Null when the researcher may not read the batch. */
export async function readReopenings(
  researcher: Researcher,
  batch: string,
  { rater, ...page }: ReopeningsQuery,
): Promise<ListPage<ReadReopening> | null> {
  if (!(await findScope(researcher, { batch }))) return null;
  const where = [Prisma.sql`n."batchId" = ${batch}::uuid`, afterId(Prisma.sql`x."id"`, page), byRater(rater)];
  return pageOfKind<ReadReopening>(REOPENING, where, Prisma.sql`x."id"`, page, ({ id }) => id);
}

const OPERATION: Kind = {
  fields: Prisma.sql`x."id", x."assignmentId" AS "assignment", x."seq", x."type", x."payload", x."clientAt",
    x."recordedAt"`,
  from: Prisma.sql`"Operation" x`,
};

/** The operations of an assignment in order. Null when the researcher may not read it. */
export async function readOperations(
  researcher: Researcher,
  { id: batch, assignment }: { id: string; assignment: string },
  { after, limit }: OperationsQuery,
): Promise<ListPage<ReadOperation> | null> {
  const [found] = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM "Assignment" n JOIN "Batch" of ON of."id" = n."batchId"
    WHERE n."id" = ${assignment}::uuid AND of."id" = ${batch}::uuid
      AND ${memberOfSql(researcher, Prisma.sql`of."projectId"`)}`;
  if (!found) return null;
  const where = [
    Prisma.sql`x."assignmentId" = ${assignment}::uuid`,
    behindNumber(Prisma.sql`x."seq"`, after),
  ];
  return pageOfKind<ReadOperation>(OPERATION, where, Prisma.sql`x."seq"`, { limit }, ({ seq }) =>
    String(seq),
  );
}

// ---------------------------------------------------------------- what was known beforehand

const GOLD_LABELS: Kind = {
  fields: Prisma.sql`x."id", x."datasetId" AS "dataset", x."key", x."taskId" AS "task", x."itemId" AS "item",
    x."question", coalesce(x."labels", '{}') AS "labels", p."code" AS "rater", x."metadata", x."createdAt"`,
  from: Prisma.sql`"GoldLabels" x JOIN "Rater" p ON p."id" = x."raterId"`,
};

/** The gold labels of a dataset's tasks and items. Other gold is among the dataset's judgements. */
export const readGoldLabels = (researcher: Researcher, dataset: string, query: GoldLabelsQuery) =>
  inDataset<ReadGoldLabels>(researcher, dataset, GOLD_LABELS, query, [
    same(Prisma.sql`x."taskId"`, query.task),
    textCondition(Prisma.sql`x."question"`, query.question),
  ]);

const GOLD_ANSWER: Kind = {
  fields: Prisma.sql`${WHOSE}, s."use"::text AS "use", x."position", x."about"::text AS "about", iv."itemId" AS "item",
    x."itemVersionId" AS "itemVersion", x."question", nullif(x."given", 'null') AS "given", x."gold", x."explanation",
    x."isRight" AS "right"`,
  from: Prisma.sql`"GoldAnswer" x ${WITH_ASSIGNMENT} LEFT JOIN "ItemVersion" iv ON iv."id" = x."itemVersionId"`,
};

/**
 * People's answers to units with gold in training, exams and checks with feedback. Null when it is not the
 * researcher's.
 */
export async function readGoldAnswers(
  researcher: Researcher,
  batch: string,
  { rater, assignment, after, limit }: GoldAnswersQuery,
): Promise<ListPage<ReadGoldAnswer> | null> {
  if (!(await findScope(researcher, { batch }))) return null;
  const [id, position] = after?.split(" ") ?? [];
  const where = [
    Prisma.sql`n."batchId" = ${batch}::uuid`,
    id === undefined
      ? Prisma.sql`TRUE`
      : Prisma.sql`(x."assignmentId", x."position") > (${id}::uuid, ${Number(position)}::int)`,
    same(Prisma.sql`x."assignmentId"`, assignment),
    byRater(rater),
  ];
  const order = Prisma.sql`x."assignmentId", x."position"`;
  return pageOfKind<ReadGoldAnswer>(
    GOLD_ANSWER,
    where,
    order,
    { limit },
    (row) => `${row.assignment} ${row.position}`,
  );
}

const PLANTED: Kind = {
  fields: Prisma.sql`x."id", x."batchId" AS "batch", x."subjectId" AS "subject", s."taskId" AS "task",
    x."kind"::text AS "kind", x."draftId" AS "draft", x."rubricId" AS "rubric", x."itemId" AS "item",
    x."itemVersionId" AS "itemVersion", x."question", x."label", nullif(x."value", 'null') AS "value", coalesce(x."lines", '{}') AS "lines",
    (SELECT coalesce(json_agg(json_build_object('assignment', n."id", 'rater', p."code", 'answer', pa."answer",
        'detected', pa."detected", 'reasonCode', pa."reasonCode") ORDER BY n."id"), '[]')
      FROM "PlantedAnswer" pa JOIN "Assignment" n ON n."id" = pa."assignmentId" JOIN "Rater" p ON p."id" = n."raterId"
      WHERE pa."plantedId" = x."id") AS "answers"`,
  from: Prisma.sql`"PlantedError" x JOIN "Subject" s ON s."id" = x."subjectId"`,
};

/** The planted errors of a batch, and who noticed them. */
export const readPlanted = (researcher: Researcher, batch: string, query: PlantedQuery) =>
  listInBatch<ReadPlanted>(researcher, batch, PLANTED, query, []);

const QUALIFICATION: Kind = {
  fields: Prisma.sql`x."batchId" AS "batch", p."code" AS "rater", x."startedAt", x."qualifiedAt", x."by"::text AS "by",
    (SELECT coalesce(json_agg(json_build_object('attempt', e."attempt", 'asked', e."asked", 'right', e."right",
        'passed', e."passed", 'endedAt', e."endedAt") ORDER BY e."attempt"), '[]')
      FROM "ExamResult" e WHERE e."batchId" = x."batchId" AND e."raterId" = x."raterId") AS "exams"`,
  from: Prisma.sql`"Qualification" x JOIN "Rater" p ON p."id" = x."raterId"`,
};

/** The progress of annotators in a batch's training and exam. Null when it is not the researcher's. */
export async function readQualifications(
  researcher: Researcher,
  batch: string,
  { after, limit }: QualificationsQuery,
): Promise<ListPage<ReadQualification> | null> {
  if (!(await findScope(researcher, { batch }))) return null;
  const where = [
    Prisma.sql`x."batchId" = ${batch}::uuid`,
    after === undefined ? Prisma.sql`TRUE` : Prisma.sql`p."code" > ${after}`,
  ];
  return pageOfKind<ReadQualification>(
    QUALIFICATION,
    where,
    Prisma.sql`p."code"`,
    { limit },
    ({ rater }) => rater,
  );
}

const UNIT: Kind = {
  fields: Prisma.sql`x."id", x."runId" AS "run", x."position", x."taskId" AS "task", x."responseId" AS "response",
    x."responseBId" AS "responseB", x."rubricVersionId" AS "rubricVersion", x."state"::text AS "state", x."error",
    coalesce(x."flags", '{}') AS "flags", nullif(x."result", 'null') AS "result", x."finishedAt"`,
  from: Prisma.sql`"DraftUnit" x`,
};

/** The subjects of a drafting run, with their results. Null when the researcher may not read the run. */
export async function readUnits(
  researcher: Researcher,
  run: string,
  { state, ...page }: UnitsQuery,
): Promise<ListPage<ReadUnit> | null> {
  const [found] = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM "DraftRun" of WHERE of."id" = ${run}::uuid
      AND ${memberOfSql(researcher, Prisma.sql`of."projectId"`)}`;
  if (!found) return null;
  const where = [
    Prisma.sql`x."runId" = ${run}::uuid`,
    afterId(Prisma.sql`x."id"`, page),
    textCondition(Prisma.sql`x."state"::text`, state),
  ];
  return pageOfKind<ReadUnit>(UNIT, where, Prisma.sql`x."id"`, page, ({ id }) => id);
}

function behindNumber(column: Prisma.Sql, after: PageRequest["after"]): Prisma.Sql {
  return after === undefined ? Prisma.sql`TRUE` : Prisma.sql`${column} > ${Number(after)}::int`;
}
