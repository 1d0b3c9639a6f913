import { Badge } from "@/components/ui/badge";
import { formatCount, formatPercent, formatQuantity } from "@/components/ui/format";
import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import type { CategoryCounts, UnitRow } from "@/lib/drafting/data/run-units";

/** Number of times each category was given in a run. */
export function Categories({ items, none, categories }: CategoryCounts) {
  return (
    <Panel
      flush
      title="Categories"
      description={`Of ${formatQuantity(items, "item")}; one item may have several. ${none === 0 ? "None is" : `${formatCount(none)} are`} without.`}
    >
      <ListTable
        label="Categories"
        className="max-h-96"
        columns={[
          { header: "Category" },
          { header: "Items", atEnd: true },
          { header: "Share of items", atEnd: true },
        ]}
      >
        {categories.map(({ category, items: given }) => (
          <tr key={category}>
            <th scope="row" className="text-left font-normal wrap-anywhere">
              {category}
            </th>
            <td className="text-right tabular-nums">{formatCount(given)}</td>
            <td className="text-right tabular-nums">{formatPercent(given / items, 0)}</td>
          </tr>
        ))}
      </ListTable>
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

/** The label of a response with the judge's reasons. */
export function LabelOfResponse({ label: { label, lines } }: { label: NonNullable<UnitRow["label"]> }) {
  return (
    <div className="grid gap-1 border-s-2 border-dotted border-control ps-3">
      <p>{label === null ? <span className="text-muted">no label</span> : <Badge>{label}</Badge>}</p>
      {lines.map((line) => (
        <p key={line} dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {line}
        </p>
      ))}
    </div>
  );
}
