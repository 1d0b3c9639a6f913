import { z } from "zod";

/*
 * Paged lists. A page begins after the key of the previous page's last record, not at an offset: rows added
 * or removed meanwhile make no record appear twice or get skipped.
 */

/** The query of a paged list: at most `most` records after the previous page's cursor. */
export function pageQuery<Filters extends z.ZodRawShape>(
  filters: Filters,
  { most = 1000, key = z.uuid() as z.ZodType<string> }: { most?: number; key?: z.ZodType<string> } = {},
) {
  const usual = Math.min(100, most);
  return z.strictObject({
    ...filters,
    /** Maximum number of records. */
    limit: z.coerce.number().int().min(1).max(most).default(usual),
    /** `next` of the previous page. */
    after: z
      .string()
      .max(4000)
      .transform((cursor, context) => {
        const found = key.safeParse(decoded(cursor));
        if (found.success) return found.data;
        context.issues.push({ code: "custom", message: "is no cursor of this list", input: cursor });
        return z.NEVER;
      })
      .optional(),
  });
}

/** The decoded cursor; null when it is not valid text. */
function decoded(cursor: string): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(cursor, "base64url"),
    );
  } catch {
    return null;
  }
}

/** The query fields shared by all lists. */
export interface PageRequest {
  limit: number;
  after?: string | undefined;
}

/** Ids of study files as keys of a list. */
export const FileKey = z
  .string()
  .min(1)
  .max(500)
  .refine((text) => !text.includes("\0"));

/** Time in microseconds and id of a row, as keys of a list with the newest first. */
export const NewestKey = z.string().regex(/^\d{1,17} [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** The response of a paged list: records, and the cursor of the next page, null at the end. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().nullable() });
}

export interface ListPage<Item> {
  items: Item[];
  next: string | null;
}
