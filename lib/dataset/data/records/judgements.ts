import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import {
  ABOUT,
  ABOUT_JOINS,
  type AboutRow,
  aboutOf,
  type LineRow,
  lineOf,
  timeOf,
  unlessEmpty,
} from "@/lib/dataset/data/records/fields";
import { IN_SCOPE, OF_TASKS, SET_ASIDE } from "@/lib/dataset/data/study-scope";
import type { JudgementRecord } from "@/lib/dataset/schema";
import type { JsonObject } from "@/lib/formats/json-value";
import type { Exposure, RaterKind, Value } from "@/lib/judgement/schema";

interface JudgementRow extends AboutRow {
  id: string;
  rater: string;
  raterKind: RaterKind;
  arm: string | null;
  exposure: Exposure | null;
  draft: string | null;
  initial: Value | null;
  revealedFirst: boolean | null;
  value: Value | null;
  lines: LineRow[] | null;
  bulk: boolean;
  activeMs: number | null;
  startedAt: Date | null;
  submittedAt: Date | null;
  metadata: JsonObject;
}

export async function* judgements(snapshot: Snapshot, values: unknown[]): AsyncGenerator<JudgementRecord> {
  const rows = snapshot.stream<JudgementRow>(
    `SELECT coalesce(x."key", x."id"::text) AS "id", ${ABOUT}, p."code" AS "rater", p."kind" AS "raterKind",
       x."arm", x."exposure", d."key" AS "draft", x."initial",
       jsonb_typeof(x."initial") = 'null' AS "revealedFirst", x."value", x."bulk", x."activeMs", x."startedAt",
       x."submittedAt", x."metadata" || jsonb_strip_nulls(jsonb_build_object(
         'step', x."step", 'shown', x."shown", 'idleMs', x."idleMs",
         'left', CASE WHEN x."swapped" THEN b."key" WHEN NOT x."swapped" THEN a."key" END)) || ${SET_ASIDE} AS "metadata",
       (SELECT json_agg(json_build_object('draft', l."line", 'draftText', l."draftText", 'action', l."action",
           'text', l."text", 'reasonCode', l."reasonCode", 'reasonNote', l."reasonNote",
           'bulk', l."bulk", 'metadata', l."metadata") ORDER BY l."position", l."id")
         FROM "Decision" AS l WHERE l."judgementId" = x."id") AS "lines"
     FROM "Judgement" AS x ${ABOUT_JOINS}
     LEFT JOIN "Draft" AS d ON d."id" = x."draftId"
     WHERE ${IN_SCOPE("x")} AND ${OF_TASKS(values)}
     ORDER BY x."position", x."id"`,
    values,
  );
  for await (const row of rows) {
    yield {
      type: "judgement",
      id: row.id,
      ...aboutOf(row),
      rater: row.rater,
      raterKind: row.raterKind,
      arm: row.arm ?? undefined,
      exposure: row.exposure ?? undefined,
      draft: row.draft ?? undefined,
      initial: row.revealedFirst ? null : (row.initial ?? undefined),
      value: row.value,
      lines: row.lines?.map(lineOf),
      bulk: row.bulk || undefined,
      activeMs: row.activeMs ?? undefined,
      startedAt: timeOf(row.startedAt),
      submittedAt: timeOf(row.submittedAt),
      metadata: unlessEmpty(row.metadata),
    };
  }
}
