import type { GroupRow } from "@/lib/report/schema/decisions";

/** With fewer decisions a share may be off by more than 20 points. */
export const FEWEST_READABLE = 20;

/** Groups in the order of what matters: most changed first, groups with too few decisions to read last. */
export function groupsInOrder(rows: readonly GroupRow[]): GroupRow[] {
  const isReadable = ({ shares }: GroupRow) => Number(shares.n >= FEWEST_READABLE);
  const changed = ({ shares }: GroupRow) => 1 - (shares.accept ?? 1);
  return rows.toSorted((a, b) => isReadable(b) - isReadable(a) || changed(b) - changed(a));
}
