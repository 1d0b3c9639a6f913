import clsx from "clsx";
import { formatCount } from "@/components/ui/format";
import { Link } from "@/components/ui/link";

interface FilterLinksProps<Value extends string> {
  label: string;
  words: Partial<Record<Value, string>>;
  counts: Partial<Record<Value, number>>;
  current: Value;
  hrefOf: (value: Value) => string;
}

/** Links to views of a list, each with its count and address. */
export function FilterLinks<Value extends string>({
  label,
  words,
  counts,
  current,
  hrefOf,
}: FilterLinksProps<Value>) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1 text-sm">
      {(Object.keys(words) as Value[]).map((each) => (
        <Link
          key={each}
          href={hrefOf(each)}
          scroll={false}
          aria-current={each === current ? "true" : undefined}
          className={clsx(
            "inline-flex h-7 items-center gap-1.5 rounded-md px-2 whitespace-nowrap transition-colors",
            each === current
              ? "bg-accent-soft font-medium text-accent"
              : "text-muted hover:bg-hover hover:text-ink",
          )}
        >
          {words[each]}
          {counts[each] !== undefined && (
            <span className="text-xs font-normal tabular-nums">{formatCount(counts[each])}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
