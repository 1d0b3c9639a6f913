import type { Page, Place } from "@/lib/reading/schema/page";

/** A page of rows of which one more was asked for than is shown. */
export function pageFrom<Row, Item>(
  rows: readonly Row[],
  { limit }: Place,
  keyOf: (row: Row) => string,
  itemOf: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    items: shown.map(itemOf),
    next: more ? Buffer.from(keyOf(last), "utf8").toString("base64url") : null,
  };
}
