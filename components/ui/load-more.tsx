"use client";

import { Button } from "./button";
import { formatCount } from "./format";

interface LoadMoreProps {
  shown: number;
  /** Total number, if known. */
  total?: number;
  /** Plural of the listed records: "subjects". */
  noun: string;
  hasMore: boolean;
  busy?: boolean;
  onLoadMore: () => void;
}

/** End of a paginated list, with a button to load more. */
export function LoadMore({ shown, total, noun, hasMore, busy, onLoadMore }: LoadMoreProps) {
  return (
    <div className="flex items-center justify-center gap-3 py-3 text-sm text-muted">
      <p aria-live="polite">
        {formatCount(shown)}
        {total !== undefined && ` of ${formatCount(total)}`} {noun}
      </p>
      {hasMore && (
        <Button size="sm" busy={busy} onClick={onLoadMore}>
          Load more
        </Button>
      )}
    </div>
  );
}
