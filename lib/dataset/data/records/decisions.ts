import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { reasonOf, timeOf, unlessEmpty } from "@/lib/dataset/data/records/fields";
import type { DecisionRecord } from "@/lib/dataset/schema";
import { decisionRows } from "@/lib/judgement/data/records";

export async function* decisions(snapshot: Snapshot, values: unknown[]): AsyncGenerator<DecisionRecord> {
  for await (const row of decisionRows(snapshot, values)) {
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
