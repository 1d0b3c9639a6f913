import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { aboutOf, lineOf, timeOf, unlessEmpty } from "@/lib/dataset/data/records/fields";
import type { JudgementRecord } from "@/lib/dataset/schema";
import { judgementRows } from "@/lib/judgement/data/records";

export async function* judgements(snapshot: Snapshot, values: unknown[]): AsyncGenerator<JudgementRecord> {
  for await (const row of judgementRows(snapshot, values)) {
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
