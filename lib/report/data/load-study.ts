import "server-only";
import { findBatchProgressAsOf } from "@/lib/batch/data/progress-as-of";
import type { AsOf } from "@/lib/batch/schema/as-of";
import { fromSnapshot, type Snapshot } from "@/lib/database/snapshot";
import { contentRecords } from "@/lib/dataset/data/records";
import { RESPONSE_IN_SCOPE, type StudyScope } from "@/lib/dataset/data/study-scope";
import { LABELS_NOT_REPORTED } from "@/lib/judgement/data/scope";
import { goldsIn } from "@/lib/quality/data/gold-comparison";
import { plantedIn } from "@/lib/quality/data/planted-error-results";
import { heldOutTasksIn } from "@/lib/report/data/held-out-tasks";
import { machineWorkIn } from "@/lib/report/data/machine-work";
import { overlapsIn } from "@/lib/report/data/matched-items";
import { findOverallScale } from "@/lib/report/data/overall-scale";
import { listQuestionAnswers } from "@/lib/report/data/question-answers";
import { undrawnIn } from "@/lib/report/data/read-undrawn";
import { type LoadedRatings, ratingsOfDatabase } from "@/lib/report/judgement-table/database-ratings";
import { closeRatings } from "@/lib/report/judgement-table/study-snapshot";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { ReportLabelling, ReportLabelQuestion, StudyData } from "@/lib/report/schema/study";

/** The data of a report, with its time and version. */
export interface LoadedStudy {
  study: StudyData;
  /** Batch.dataVersion, or Dataset.dataVersion of an imported study. */
  dataVersion: number;
  dataAt: Date;
  /** The progress of a batch that is still open; null for any other study. */
  asOf: AsOf | null;
}

/**
 * Loads the data of a report: an imported study with the judgements in its file, or a batch with its own
 * judgements and its part of the dataset. Reads the same records that an export writes, so that page, export
 * and command line count the same things. `first` receives the ratings of the study, from the same snapshot,
 * before the records are read, and they are closed afterwards. The caller must have checked the right to read the
 * study.
 */
export async function loadStudy(
  scope: StudyScope,
  first: (found: LoadedRatings) => Promise<void> = async () => {},
): Promise<LoadedStudy> {
  let loaded: LoadedStudy | undefined;
  for await (const read of fromSnapshot((snapshot) => readStudy(snapshot, scope, first))) loaded = read;
  if (!loaded) throw new Error("a study was not read");
  return loaded;
}

async function* readStudy(
  snapshot: Snapshot,
  scope: StudyScope,
  first: (found: LoadedRatings) => Promise<void>,
): AsyncGenerator<LoadedStudy> {
  const [version] = await snapshot.rows<{ dataVersion: number }>(
    `SELECT "dataVersion" FROM "${scope.batchId ? "Batch" : "Dataset"}" WHERE "id" = $1`,
    [scope.batchId ?? scope.datasetId],
  );
  const asOf = scope.batchId ? await findBatchProgressAsOf(snapshot, scope.batchId) : null;
  const { frame, summary, records } = await recordsAfter(await ratingsOfDatabase(snapshot, scope), first);
  const reader = new StudyDataReader();
  for await (const record of contentRecords(snapshot, scope)) reader.add(record);
  const { tasks, responses } = reader.finish();
  const study = {
    ...{ ...frame, ...records, tasks, responses, setAside: summary.setAside },
    ...(await loadReportContext(snapshot, scope)),
  };
  yield { study, dataVersion: version?.dataVersion ?? 0, dataAt: snapshot.at, asOf };
}

/** The records of a study after `first` received its ratings, which are closed then. */
async function recordsAfter(ratings: LoadedRatings, first: (found: LoadedRatings) => Promise<void>) {
  try {
    await first(ratings);
    const { frame, summary } = ratings;
    return { frame, summary, records: await ratings.records() };
  } finally {
    await closeRatings(ratings);
  }
}

type ReportContext = Pick<
  StudyData,
  | "groups"
  | "responseLengths"
  | "machineWork"
  | "heldOut"
  | "overall"
  | "labels"
  | "planted"
  | "overlaps"
  | "golds"
  | "answers"
  | "undrawn"
>;

/** Loads the data of a report that are not records of a study file. */
export async function loadReportContext(snapshot: Snapshot, scope: StudyScope): Promise<ReportContext> {
  const { batchId } = scope;
  const groups = await responseGroupsIn(snapshot, scope);
  const responseLengths = await responseLengthsIn(snapshot, scope);
  const machineWork = await machineWorkIn(snapshot, scope);
  const heldOut = await heldOutTasksIn(snapshot, scope);
  const ofAll = {
    ...(groups && { groups }),
    ...(responseLengths && { responseLengths }),
    ...(machineWork && { machineWork }),
    ...(heldOut && { heldOut }),
  };
  if (batchId === null) return ofAll;
  const overall = await findOverallScale(snapshot, batchId);
  const labels = await labelsIn(snapshot, batchId);
  const planted = await plantedIn(snapshot, batchId);
  const overlaps = await overlapsIn(snapshot, batchId);
  const golds = await goldsIn(snapshot, batchId);
  const answers = await listQuestionAnswers(snapshot, batchId);
  const undrawn = await undrawnIn(snapshot, scope);
  return {
    ...ofAll,
    ...(overall && { overall }),
    ...(labels && { labels }),
    ...(planted && { planted }),
    ...(overlaps && { overlaps }),
    ...(golds && { golds }),
    ...(answers && { answers }),
    ...(undrawn && { undrawn }),
  };
}

/** The number of characters of each response by id; undefined without responses. */
async function responseLengthsIn(
  snapshot: Snapshot,
  { datasetId, batchId }: StudyScope,
): Promise<StudyData["responseLengths"]> {
  const rows = await snapshot.rows<{ key: string; length: number }>(
    `SELECT r."key", char_length(r."text") AS "length" FROM "Response" AS r
     WHERE r."datasetId" = $1 AND r."text" <> '' AND ${RESPONSE_IN_SCOPE('r."id"', 'r."taskId"')}`,
    [datasetId, batchId],
  );
  return rows.length === 0 ? undefined : new Map(rows.map(({ key, length }) => [key, length]));
}

/**
 * The groups of each response by the metadata fields an admin chose, such as "temperature: 0.7"; undefined if
 * no field was chosen.
 */
async function responseGroupsIn(
  snapshot: Snapshot,
  { datasetId, batchId }: StudyScope,
): Promise<StudyData["groups"]> {
  const rows = await snapshot.rows<{ key: string; groups: string[] }>(
    `SELECT r."key", array_agg(g."field" || ': ' || (r."metadata" ->> g."field") ORDER BY g."n") AS "groups"
     FROM "Dataset" AS d CROSS JOIN LATERAL unnest(d."responseGroups") WITH ORDINALITY AS g ("field", "n")
     JOIN "Response" AS r ON r."datasetId" = d."id" AND r."metadata" ->> g."field" IS NOT NULL
     WHERE d."id" = $1 AND ${RESPONSE_IN_SCOPE('r."id"', 'r."taskId"')}
     GROUP BY r."id"`,
    [datasetId, batchId],
  );
  return rows.length === 0 ? undefined : new Map(rows.map(({ key, groups }) => [key, groups]));
}

/**
 * Reads the labels that annotators gave in a batch, with the label steps they belong to. Undefined if the
 * protocol has no label step.
 */
async function labelsIn(snapshot: Snapshot, batchId: string): Promise<StudyData["labels"]> {
  const steps = await snapshot.rows<ReportLabelQuestion>(
    `SELECT DISTINCT ON (step ->> 'id') step ->> 'id' AS "question", step ->> 'question' AS "text",
       (step ->> 'several')::boolean AS "several",
       ARRAY(SELECT label ->> 'name' FROM jsonb_array_elements(step -> 'labels') WITH ORDINALITY AS each (label, n)
         ORDER BY n) AS "labels"
     FROM "Arm" AS m CROSS JOIN LATERAL jsonb_array_elements(m."protocol" -> 'steps') AS step
     WHERE m."batchId" = $1 AND step ->> 'type' = 'label' ORDER BY step ->> 'id', m."position"`,
    [batchId],
  );
  if (steps.length === 0) return undefined;
  const rows = await snapshot.rows<
    Omit<ReportLabelling, "initial" | "item"> & {
      initial: string[] | null;
      first: boolean;
      isNotReported: boolean;
      itemKey: [string, string] | null;
    }
  >(
    `SELECT x."question", coalesce(x."itemId", x."responseId", x."taskId")::text AS "unit", t."key" AS "task",
       m."name" AS "arm", p."code" AS "rater",
       CASE WHEN i."id" IS NOT NULL THEN jsonb_build_array(u."key", i."key") END AS "itemKey",
       x."exposure", x."initial", coalesce(jsonb_typeof(x."initial") = 'null', FALSE) AS "first", x."labels",
       ${LABELS_NOT_REPORTED} IS NOT NULL AS "isNotReported"
     FROM "Labelling" AS x JOIN "Task" AS t ON t."id" = x."taskId" JOIN "Rater" AS p ON p."id" = x."raterId"
     JOIN "Arm" AS m ON m."id" = x."armId"
     LEFT JOIN "Item" AS i ON i."id" = x."itemId" LEFT JOIN "Rubric" AS u ON u."id" = i."rubricId"
     WHERE x."batchId" = $1`,
    [batchId],
  );
  const labellings = rows.flatMap(({ first, initial, isNotReported, itemKey, ...row }): ReportLabelling[] => {
    if (isNotReported) return [];
    const item = itemKey === null ? {} : { item: JSON.stringify(itemKey) };
    return [{ ...row, ...item, initial: first ? null : (initial ?? undefined) }];
  });
  return { questions: steps, labellings, setAside: rows.length - labellings.length };
}
