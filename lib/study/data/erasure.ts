import "server-only";
import type { Tx } from "@/lib/database/db";
import type { Table } from "@/lib/report/schema/table";
import { forgetUnused, recordLines, rewritePart } from "@/lib/study/data/store";
import { withoutRater } from "@/lib/study/rules/card-contents";
import { canonicalLine } from "@/lib/study/rules/hash";

/**
 * Removes a person's labels, and the rows of tables about them, from every frozen version. Aggregate numbers
 * stay, and so does the manifest with its hashes; the changed parts are marked. The caller holds the
 * project's lock and has recorded the erasure.
 */
export async function removeFromFrozen(
  tx: Tx,
  { raterId, code, projectId }: { raterId: string; code: string; projectId: string },
): Promise<void> {
  const theirs = await tx.frozenPart.findMany({
    where: { raterId },
    select: { versionId: true, sourceId: true },
  });
  if (theirs.length === 0) return;
  const erasedAt = new Date();
  const tables = await tx.frozenPart.findMany({
    where: {
      kind: "tables",
      OR: theirs.map(({ versionId, sourceId }) => ({ versionId, sourceId })),
    },
    select: { versionId: true, n: true },
  });
  for (const { versionId, n } of tables) {
    const lines: string[] = [];
    for await (const { line } of recordLines(versionId, [n], tx))
      lines.push(canonicalLine(withoutRater(JSON.parse(line) as Table, code)));
    await rewritePart(tx, { versionId, n, projectId }, lines);
    await tx.frozenPart.update({ where: { versionId_n: { versionId, n } }, data: { erasedAt } });
  }
  await tx.frozenChunk.deleteMany({ where: { part: { raterId } } });
  await tx.frozenPart.updateMany({ where: { raterId }, data: { raterId: null, erasedAt } });
  await forgetUnused(tx, projectId);
}
