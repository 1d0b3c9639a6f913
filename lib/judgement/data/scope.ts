import "server-only";

/* Which judgements and decisions belong to a study, and which of them count. */

/** Condition that a judgement or decision of a batch was made on a check. */
const ON_CHECK = `EXISTS (SELECT 1 FROM "Assignment" AS n JOIN "Subject" AS s ON s."id" = n."subjectId"
    WHERE n."id" = x."assignmentId" AND s."use" = 'check')`;

/** True for a draft with a planted error. */
export const ON_PLANTED = `EXISTS (SELECT 1 FROM "PlantedAnswer" AS pa JOIN "PlantedError" AS pe ON pe."id" = pa."plantedId"
    WHERE pa."assignmentId" = x."assignmentId" AND pe."draftId" = x."draftId")`;

/** True for labels (`x`) whose draft had a planted error. */
const LABELS_ON_PLANTED = `EXISTS (SELECT 1 FROM "PlantedAnswer" AS pa JOIN "PlantedError" AS pe ON pe."id" = pa."plantedId"
    WHERE pa."assignmentId" = x."assignmentId" AND pe."draftUnitId" = x."draftUnitId" AND pe."itemId" = x."itemId"
      AND pe."question" = x."question")`;

/** Why labels (`x`) are excluded from tables: "check", "planted", or null. */
export const LABELS_QUALITY_CONTROL = `(CASE WHEN ${ON_CHECK} THEN 'check' WHEN ${LABELS_ON_PLANTED} THEN 'planted' END)`;

/**
 * Condition that a row of a batch was given by a further annotator, who was asked because the first ones disagreed: by the
 * place beyond those of its arm. Such rows are chosen by their values, so no statistic of a report counts them; votes do.
 */
const BY_FURTHER = `EXISTS (SELECT 1 FROM "Assignment" AS n JOIN "Slot" AS l ON l."id" = n."slotId"
    JOIN "Arm" AS m ON m."id" = l."armId" WHERE n."id" = x."assignmentId" AND l."replicate" > m."k")`;

/** Why labels (`x`) are in no statistic of a report: "check", "planted", "further", or null. */
export const LABELS_NOT_REPORTED = `coalesce(${LABELS_QUALITY_CONTROL}, CASE WHEN ${BY_FURTHER} THEN 'further' END)`;

/** The metadata that marks records which no statistic of a report counts, also in imported studies. */
export const NOT_REPORTED_METADATA = `jsonb_strip_nulls(jsonb_build_object(
    'check', CASE WHEN ${ON_CHECK} THEN TRUE END, 'planted', CASE WHEN ${ON_PLANTED} THEN TRUE END,
    'further', CASE WHEN ${BY_FURTHER} THEN TRUE END))`;

/** Condition that an imported record is not excluded by its metadata. */
const COUNTS_IMPORTED = `(x."metadata" = '{}' OR
  NOT x."metadata" @> '{"check": true}' AND NOT x."metadata" @> '{"planted": true}')`;

/** Condition that a record is not excluded. */
export const COUNTS = `${COUNTS_IMPORTED} AND NOT ${ON_CHECK} AND NOT ${ON_PLANTED}`;

/** Conditions that statistics of a report count a record: of an imported study, and of a batch. */
export const REPORTED_IMPORTED = `${COUNTS_IMPORTED} AND NOT x."metadata" @> '{"further": true}'`;
export const REPORTED = `${REPORTED_IMPORTED} AND NOT ${ON_CHECK} AND NOT ${ON_PLANTED} AND NOT ${BY_FURTHER}`;

/** Condition that a row belongs to a study: a batch ($2), or what a dataset ($1) was imported with. */
export const inScope = (row: string) =>
  `${row}."datasetId" = $1 AND (CASE WHEN $2::uuid IS NULL THEN ${row}."batchId" IS NULL ELSE ${row}."batchId" = $2 END)`;

/** Condition for the tasks in the query's third parameter; TRUE if it has none. */
export const inTasks = (parameters: readonly unknown[], task = 'x."taskId"') =>
  parameters.length > 2 ? `${task} = ANY($3::uuid[])` : "TRUE";
