import { z } from "zod";
import { Pager } from "@/components/ui/pager";
import type { NewestCursor } from "@/lib/http/cursor";

/** Query of a list with the newest rows first: time and id of the previous page's last row. Invalid values are ignored. */
export const newestQuery = {
  at: z.iso.datetime().optional().catch(undefined),
  after: z.uuid().optional().catch(undefined),
};
type NewestQuery = z.infer<z.ZodObject<typeof newestQuery>>;

/** The cursor of the requested page; null on the first. */
export const cursorOf = ({ at, after }: NewestQuery): NewestCursor | null =>
  at && after ? { at: new Date(at), id: after } : null;

interface NewestPagerProps {
  /** Name of the list: "questions". */
  label: string;
  isFirst: boolean;
  /** The last row, if more follow. */
  last: NewestCursor | null;
  hrefOf: (change: NewestQuery) => string;
}

/** Links to the first page and to the next one; nothing where all rows are on one page. */
export function NewestPager({ label, isFirst, last, hrefOf }: NewestPagerProps) {
  if (isFirst && !last) return null;
  return (
    <div className="border-t px-4 py-2">
      <Pager
        label={label}
        previous={isFirst ? undefined : hrefOf({ at: undefined, after: undefined })}
        next={last ? hrefOf({ at: last.at.toISOString(), after: last.id }) : undefined}
      />
    </div>
  );
}
