import { Prisma } from "@/prisma/generated/client/client";

/*
 * Lists of rows with the newest first. The cursor holds the time and id of the last row shown, so that the next page begins
 * there even if that row is deleted or gets a later time.
 */

/** The time of a row's cursor, in microseconds: a Date has none. `row` is the row's name in the query. */
export const cursorTime = (row: string) =>
  Prisma.raw(`(extract(epoch FROM ${row}."createdAt") * 1000000)::bigint::text`);

/** Condition on a row: it comes after the cursor. */
export function isAfter(row: string, cursor: string | undefined): Prisma.Sql {
  if (cursor === undefined) return Prisma.sql`TRUE`;
  const [at, id] = cursor.split(" ");
  return Prisma.sql`(${Prisma.raw(`${row}."createdAt", ${row}."id"`)})
    < ('epoch'::timestamptz + ${at}::bigint * interval '1 microsecond', ${id}::uuid)`;
}
