import { Banner } from "@/components/ui/banner";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { ListTable } from "@/components/ui/list-table";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { type FileProblem, problemText } from "@/lib/dataset/rules/lines";
import type { GoldLine } from "@/lib/quality/rules/gold-file";
import type { GoldCheck } from "@/lib/quality/schema";

/** A parsed gold file with the server's check of its rows; null if no row could be parsed. */
export interface CheckedGold {
  file: string;
  lines: GoldLine[];
  problems: FileProblem[];
  check: GoldCheck | null;
}

const SHOWN = 8;
const MOST_PROBLEMS = 100;

/** Row-by-row problems of a gold file, or what marking it will do, with its first rows. */
export function GoldPreview({ checked: { file, lines, problems, check } }: { checked: CheckedGold }) {
  const unfit = (check?.problems ?? []).map(
    ({ row, reason }): FileProblem => ({ line: lines[row - 1]?.line ?? null, place: "", reason }),
  );
  const all = [...problems, ...unfit].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const total = problems.length + (check?.unfit ?? 0);
  if (total > 0) return <UnfitRows total={total} file={file} all={all} />;
  return (
    <section aria-label="What the file says" className="grid gap-3">
      <p className="text-sm">
        <span className="font-medium wrap-anywhere">{file}</span>: {formatQuantity(lines.length, "value")}
        {check && check.replaces > 0 && `, of which ${formatCount(check.replaces)} replace gold values`}
        {check && check.takesBack > 0 && `, and ${formatCount(check.takesBack)} remove gold values`}.
      </p>
      <GoldRows lines={lines} />
      {lines.length > SHOWN && (
        <p className="text-xs text-muted">And {formatQuantity(lines.length - SHOWN, "further row")}.</p>
      )}
    </section>
  );
}

/** Why the file cannot be used, row by row. */
function UnfitRows({ total, file, all }: { total: number; file: string; all: FileProblem[] }) {
  return (
    <Banner
      tone="danger"
      title={total === 1 ? "One row does not fit" : `${formatCount(total)} rows do not fit`}
    >
      <p>Nothing is marked before all of {file} fits.</p>
      <ScrollRegion label="Rows that do not fit" className="mt-2 max-h-64">
        <ul className="grid gap-1">
          {all.slice(0, MOST_PROBLEMS).map((problem) => (
            <li key={problemText(problem)} className="wrap-anywhere">
              {problemText(problem)}
            </li>
          ))}
        </ul>
      </ScrollRegion>
      {total > MOST_PROBLEMS && <p className="mt-2">The first {MOST_PROBLEMS} are listed.</p>}
    </Banner>
  );
}

function GoldRows({ lines }: { lines: GoldLine[] }) {
  return (
    <ListTable
      label="First rows"
      columns={[
        { header: "Line", atEnd: true },
        { header: "Response" },
        { header: "Item" },
        { header: "Value" },
        { header: "Explanation" },
      ]}
    >
      {lines.slice(0, SHOWN).map(({ line, row }) => (
        <tr key={line} className="align-top">
          <td className="text-right tabular-nums">{formatCount(line)}</td>
          <th
            scope="row"
            className="min-w-28 text-left font-mono text-xs leading-5 font-normal wrap-anywhere"
          >
            {row.response}
          </th>
          <td className="min-w-28 wrap-anywhere">{row.item ?? "overall score"}</td>
          <td className="tabular-nums">{row.value ?? "taken back"}</td>
          <td dir="auto" className="max-w-72 truncate text-muted">
            {row.explanation}
          </td>
        </tr>
      ))}
    </ListTable>
  );
}
