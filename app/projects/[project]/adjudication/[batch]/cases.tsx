import { Badge } from "@/components/ui/badge";
import { DASH, formatCount, formatPercent } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { ListTable } from "@/components/ui/list-table";
import { Pager } from "@/components/ui/pager";
import type { CaseRow } from "@/lib/adjudication/data/cases";
import { countsOf, inWords, REASON_WORDS } from "@/lib/adjudication/rules";
import type { CaseFilter } from "@/lib/adjudication/schema";

interface CasesProps {
  rows: CaseRow[];
  next: number | null;
  home: string;
  filter: CaseFilter;
  after: number;
  total: number;
}

const NONE: Record<CaseFilter, string> = {
  all: "No case is contested under this rule.",
  mine: "None of the cases is yours.",
  undecided: "Everything is decided.",
  decided: "Nothing is decided yet.",
  changed: "No vote has changed under a decision.",
};

/** Contested cases with their votes and decisions. */
export function ContestedCases({ rows, next, home, filter, after, total }: CasesProps) {
  if (rows.length === 0) return <p className="px-4 py-10 text-center text-sm text-muted">{NONE[filter]}</p>;
  const address = (search: Record<string, string>) => {
    const query = new URLSearchParams(filter === "all" ? search : { filter, ...search }).toString();
    return query ? `${home}?${query}` : home;
  };
  return (
    <>
      <ListTable
        label="Contested cases"
        columns={[
          { header: "Case" },
          { header: "Why" },
          { header: "Agreeing pairs", atEnd: true },
          { header: "Votes" },
          { header: "Decision" },
        ]}
      >
        {rows.map((row) => (
          <Row key={row.id} row={row} href={`${home}/${row.id}`} />
        ))}
      </ListTable>
      {(next !== null || after >= 0) && (
        <div className="border-t px-4 py-2">
          <Pager
            label="contested cases"
            previous={after >= 0 ? address({}) : undefined}
            next={next === null ? undefined : address({ after: String(next) })}
          >
            {formatCount(rows.length)} of {formatCount(total)}
          </Pager>
        </div>
      )}
    </>
  );
}

function Row({ row, href }: { row: CaseRow; href: string }) {
  const { title, task, responses, item, question, assignee, reasons, agreement, votes, value, by, changed } =
    row;
  return (
    <tr className="align-top">
      <th scope="row" className="w-full min-w-64 text-left font-normal">
        <Link href={href} dir="auto" className="line-clamp-2 wrap-break-word hover:underline">
          {item ?? wholeOf(row)}
        </Link>
        <span dir="auto" className="line-clamp-1 text-xs wrap-anywhere text-muted">
          {[...(item !== null && question !== null ? [question] : []), task, ...responses, title].join(" · ")}
        </span>
      </th>
      <td>
        <span className="flex flex-wrap gap-1">
          {reasons.map((reason) => (
            <Badge key={reason} tone={reason === "flagged" ? "warning" : "neutral"}>
              {REASON_WORDS[reason]}
            </Badge>
          ))}
        </span>
      </td>
      <td className="text-right tabular-nums">{agreement === null ? DASH : formatPercent(agreement, 0)}</td>
      <td className={row.question === null ? "whitespace-nowrap tabular-nums" : "min-w-40 tabular-nums"}>
        {countsOf(votes)
          .map(({ value, count }) => `${inWords(value)} × ${count}`)
          .join(" · ")}
      </td>
      <td className="whitespace-nowrap">
        {value === null ? (
          <span className="text-muted">To decide{assignee && ` by ${assignee}`}</span>
        ) : (
          <span className="font-medium">{inWords(value)}</span>
        )}
        {by && <span className="block text-xs text-muted">{by}</span>}
        {changed && (
          <Badge tone="warning" className="mt-1">
            Votes changed since
          </Badge>
        )}
      </td>
    </tr>
  );
}

/** A unit that is no item, in words. */
function wholeOf({ question, responses }: CaseRow): string {
  if (question !== null) return `Labels: ${question}`;
  return responses.length > 1 ? "Preference" : "Overall score";
}
