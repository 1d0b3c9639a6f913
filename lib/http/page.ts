import { z } from "zod";

/*
 * Lists that are read a page at a time. A page begins after the last record of the one before, by its key and not by
 * counting: what is added or removed meanwhile makes no record come twice and none that was there get lost.
 */

/** What a page is asked for with: at most `most` records, behind the cursor that the page before ended with. */
export function pageQuery<Filters extends z.ZodRawShape>(
  filters: Filters,
  { most = 1000, key = z.uuid() as z.ZodType<string> }: { most?: number; key?: z.ZodType<string> } = {},
) {
  const usual = Math.min(100, most);
  return z.strictObject({
    ...filters,
    /** How many records at most. */
    limit: z.coerce.number().int().min(1).max(most).default(usual),
    /** `next` of the page before. */
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

/** What a cursor says, byte for byte; null for what is no text. */
function decoded(cursor: string): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(cursor, "base64url"),
    );
  } catch {
    return null;
  }
}

/** The part of the query that is the same for every list. */
export interface PageRequest {
  limit: number;
  after?: string | undefined;
}

/** The ids of study files, as keys of a list. */
export const FileKey = z
  .string()
  .min(1)
  .max(500)
  .refine((text) => !text.includes("\0"));

/** What a page looks like: the records, and the cursor of the next page, null at the end. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().nullable() });
}

export interface ListPage<Item> {
  items: Item[];
  next: string | null;
}
