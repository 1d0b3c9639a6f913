import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { reasonOf, timeOf, unlessEmpty } from "@/lib/dataset/data/records/fields";
import { IN_SCOPE, SET_ASIDE } from "@/lib/dataset/data/study-scope";
import type { DecisionRecord } from "@/lib/dataset/schema";
import type { JsonObject } from "@/lib/formats/json-value";
import type { Exposure, RaterKind } from "@/lib/judgement/schema";

interface DecisionRow {
  id: string;
  rubric: string;
  item: string;
  rater: string;
  raterKind: RaterKind;
  arm: string | null;
  exposure: Exposure | null;
  action: DecisionRecord["action"];
  text: string | null;
  scale: DecisionRecord["scale"] | null;
  reasonCode: string | null;
  reasonNote: string | null;
  bulk: boolean;
  at: Date | null;
  metadata: JsonObject;
}

export async function* decisions(snapshot: Snapshot, values: unknown[]): AsyncGenerator<DecisionRecord> {
  const rows = snapshot.stream<DecisionRow>(
    `SELECT coalesce(x."key", x."id"::text) AS "id", r."key" AS "rubric", x."itemKey" AS "item",
       p."code" AS "rater", p."kind" AS "raterKind", x."arm", x."exposure", x."action",
       x."text", x."scale", x."reasonCode", x."reasonNote", x."bulk", x."at",
       x."metadata" || ${SET_ASIDE} AS "metadata"
     FROM "Decision" AS x
     JOIN "Rubric" AS r ON r."id" = x."rubricId"
     JOIN "Rater" AS p ON p."id" = x."raterId"
     WHERE x."judgementId" IS NULL AND ${IN_SCOPE("x")}
     ORDER BY x."position", x."id"`,
    values,
  );
  for await (const row of rows) {
    yield {
      type: "decision",
      id: row.id,
      rubric: row.rubric,
      item: row.item,
      rater: row.rater,
      raterKind: row.raterKind,
      arm: row.arm ?? undefined,
      exposure: row.exposure ?? undefined,
      action: row.action,
      text: row.text ?? undefined,
      scale: row.scale ?? undefined,
      reason: reasonOf(row),
      bulk: row.bulk || undefined,
      at: timeOf(row.at),
      metadata: unlessEmpty(row.metadata),
    };
  }
}
