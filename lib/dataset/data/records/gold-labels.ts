import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { unlessEmpty } from "@/lib/dataset/data/records/fields";
import type { LabelsRecord } from "@/lib/dataset/schema";
import type { JsonObject } from "@/lib/formats/json-value";

export async function* goldLabels(snapshot: Snapshot, values: unknown[]): AsyncGenerator<LabelsRecord> {
  const rows = snapshot.stream<
    Pick<LabelsRecord, "id" | "task" | "question" | "labels" | "rater"> & {
      item: string | null;
      metadata: JsonObject;
    }
  >(
    `SELECT x."key" AS "id", t."key" AS "task", i."key" AS "item", x."question", x."labels", p."code" AS "rater",
       x."metadata"
     FROM "GoldLabels" AS x JOIN "Task" AS t ON t."id" = x."taskId" JOIN "Rater" AS p ON p."id" = x."raterId"
     LEFT JOIN "Item" AS i ON i."id" = x."itemId"
     WHERE x."datasetId" = $1 AND $2::uuid IS NULL ORDER BY x."position", x."id"`,
    values,
  );
  for await (const { item, metadata, ...row } of rows) {
    yield {
      type: "labels",
      ...row,
      item: item ?? undefined,
      raterKind: "gold",
      metadata: unlessEmpty(metadata),
    };
  }
}
