import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { JUDGEMENT_IN_SCOPE } from "@/lib/dataset/data/records/judgements";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { COLUMN_GROUPS } from "@/lib/export/data/judgements/column-groups";
import { Lines } from "@/lib/export/data/judgements/csv";
import { type ExportedJudgement, FIELDS, STUDY_JOINS } from "@/lib/export/data/judgements/fields";
import { metadataOf } from "@/lib/export/data/metadata";
import type { Rating } from "@/lib/export/rules/ratings";

const ORDER = COLUMN_GROUPS.flatMap(({ fields }) => fields);

const JUDGEMENTS = `
  WITH ${metadataOf("Task")}, ${metadataOf("Response")}
  SELECT ${ORDER.map((field) => `${FIELDS[field][0]} AS "${field}"`).join(", ")}
  FROM "Judgement" AS x ${STUDY_JOINS}
  JOIN "Task" AS t ON t."id" = x."taskId"
  JOIN "Response" AS a ON a."id" = x."responseId"
  LEFT JOIN "Response" AS b ON b."id" = x."responseBId"
  LEFT JOIN "TaskMetadata" AS tm ON tm."id" = x."taskId"
  LEFT JOIN "ResponseMetadata" AS am ON am."id" = x."responseId"
  LEFT JOIN "ResponseMetadata" AS bm ON bm."id" = x."responseBId"
  LEFT JOIN "Item" AS i ON i."id" = x."itemId"
  LEFT JOIN "ItemVersion" AS iv ON iv."id" = x."itemVersionId"
  LEFT JOIN "RubricVersion" AS v ON v."id" = iv."rubricVersionId"
  LEFT JOIN "Draft" AS d ON d."id" = x."draftId"
  LEFT JOIN "Rater" AS q ON q."id" = d."raterId"
  WHERE ${JUDGEMENT_IN_SCOPE("x")} ORDER BY x."position", x."id"`;

/** The judgements of a study as rows of the ratings table, in a fixed order. */
export async function* judgementRatings(snapshot: Snapshot, scope: StudyScope): AsyncGenerator<Rating> {
  const rows = snapshot.stream<ExportedJudgement>(JUDGEMENTS, [scope.datasetId, scope.batchId]);
  for await (const row of rows) {
    const rating: Partial<Rating> = {};
    for (const { make } of COLUMN_GROUPS) Object.assign(rating, make(row));
    yield rating as Rating;
  }
}

/** The judgements as chunks of CSV lines. `count` is called with numbers of rows. */
export async function* judgementLines(
  snapshot: Snapshot,
  scope: StudyScope,
  count: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const lines = new Lines();
  const ids = [scope.datasetId, scope.batchId];
  yield* snapshot.pieces(JUDGEMENTS, ids, ORDER.length, (row) => {
    lines.add(row);
    return lines.isFull ? lines.take() : undefined;
  });
  if (!lines.isEmpty) yield lines.take();
  count(lines.rows);
}
