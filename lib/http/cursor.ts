import type { ListPage, PageRequest } from "@/lib/http/page";

/** The last row of a page whose newest rows come first: the next page is older. */
export interface NewestCursor {
  at: Date;
  id: string;
}

/** The query for a page by id, with one more row than shown. */
export const afterCursor = ({ after }: PageRequest) => (after === undefined ? {} : { id: { gt: after } });
export const idOrderWithLimit = ({ limit }: PageRequest) =>
  ({ orderBy: { id: "asc" }, take: limit + 1 }) as const;
export const byId = ({ id }: { id: string }) => id;

/** A page from rows that include one more than shown. */
export function pageFrom<Row, Item>(
  rows: readonly Row[],
  { limit }: PageRequest,
  keyOf: (row: Row) => string,
  itemOf: (row: Row) => Item,
): ListPage<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    items: shown.map(itemOf),
    next: more ? Buffer.from(keyOf(last), "utf8").toString("base64url") : null,
  };
}
