"use client";

import { Button } from "./button";
import { formatCount } from "./format";

interface LoadMoreProps {
  shown: number;
  /** How many there are, if that is known. */
  total?: number;
  /** What they are: "subjects". */
  noun: string;
  hasMore: boolean;
  busy?: boolean;
  onLoadMore: () => void;
}

/** The end of a list that is loaded in parts. */
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
