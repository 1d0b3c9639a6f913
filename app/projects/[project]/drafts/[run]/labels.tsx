import { Badge } from "@/components/ui/badge";
import { formatCount, formatPercent, formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { CategoryCounts, UnitRow } from "@/lib/drafting/data/units";

/** Number of times each category was given in a run. */
export function Categories({ items, none, categories }: CategoryCounts) {
  return (
    <Panel
      flush
      title="Categories"
      description={`Of ${formatQuantity(items, "item")}; one item may have several. ${none === 0 ? "None is" : `${formatCount(none)} are`} without.`}
    >
      <ScrollRegion label="Categories" className="max-h-96">
        <table className="w-full text-sm">
          <thead className="text-xs text-muted">
            <tr className="border-b text-left *:px-3 *:py-2 *:font-medium">
              <th scope="col" className="pl-4!">
                Category
              </th>
              <th scope="col" className="text-right">
                Items
              </th>
              <th scope="col" className="pr-4! text-right">
                Share of items
              </th>
            </tr>
          </thead>
          <tbody>
            {categories.map(({ category, items: given }) => (
              <tr key={category} className="border-b last:border-b-0 *:px-3 *:py-2">
                <th scope="row" className="pl-4! text-left font-normal wrap-anywhere">
                  {category}
                </th>
                <td className="text-right tabular-nums">{formatCount(given)}</td>
                <td className="pr-4! text-right tabular-nums">{formatPercent(given / items, 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Panel>
  );
}

/** Items of a unit with their categories. */
export function LabelledItems({ labels }: Pick<UnitRow, "labels">) {
  return (
    <ul className="grid gap-1 border-s-2 border-dotted border-control ps-3">
      {labels.map(({ item, text, labels: given }) => (
        <li key={item} className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <span dir="auto" className="wrap-anywhere">
            {text}
          </span>
          {given.length === 0 ? (
            <span className="text-xs text-muted">none</span>
          ) : (
            given.map((label) => <Badge key={label}>{label}</Badge>)
          )}
        </li>
      ))}
    </ul>
  );
}
