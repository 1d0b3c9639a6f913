import { Download } from "lucide-react";
import { AddResponses } from "@/app/projects/[project]/drafts/[run]/add-responses";
import { buttonClass } from "@/components/ui/button-class";
import { formatCount, formatPercent, formatQuantity, formatStatistic } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import type { GeneratedTables } from "@/lib/drafting/data/generated-tables";
import type { IterationRow } from "@/lib/drafting/rules/refinement";
import type { SelectorRow } from "@/lib/drafting/rules/response-selectors";
import { stopWords } from "@/lib/drafting/rules/wording";
import type { GeneratedFormat } from "@/lib/drafting/schema/generated";
import type { RunProgress } from "@/lib/drafting/schema/runs";

interface GeneratedProps {
  run: RunProgress;
  tables: GeneratedTables;
  isAdmin: boolean;
  /** Address of the run's page. */
  href: string;
}

const FILES: [GeneratedFormat, string][] = [
  ["csv", "CSV"],
  ["jsonl", "JSON lines"],
  ["study", "Study records"],
  ["text", "Traces as text"],
];

/** The responses that a run generated, in numbers and as files. */
export function Generated({ run, tables, isAdmin, href }: GeneratedProps) {
  const { responses, added } = run.made;
  return (
    <Panel
      id="responses"
      title="Generated responses"
      description={`${formatQuantity(responses, "response")} to ${formatQuantity(tables.tasks, "task")}; ${
        added === 0 ? "none is" : added === responses ? "all are" : `${formatCount(added)} are`
      } in the dataset.`}
      actions={isAdmin && added < responses && <AddResponses run={run} />}
    >
      <div className="grid gap-5">
        {tables.stopped.length > 0 && (
          <p className="text-sm">
            {tables.stopped
              .map(({ reason, tasks }) => `${stopWords(reason)}: ${formatQuantity(tasks, "task")}`)
              .join(". ")}
            .
          </p>
        )}
        {tables.iterations && <Course rows={tables.iterations} scores={tables.scores} />}
        {tables.selectors && (
          <Selectors {...tables.selectors} scores={tables.scores} tasks={tables.tasks} href={href} />
        )}
        {run.method.startsWith("stick.best_of_n") && !tables.selectors && (
          <p className="text-sm text-muted">
            The comparison of what selects among the candidates appears here once they have an external score,
            such as that of a benchmark: download them as CSV, add a column of numbers, and load the file with
            the dataset’s menu, “External scores from a file”.
          </p>
        )}
        <nav aria-label="Responses as files" className="flex flex-wrap gap-2">
          {FILES.map(([format, label]) => (
            <a
              key={format}
              href={`/api/v1/runs/${run.id}/responses/file?format=${format}`}
              download
              className={buttonClass({ size: "sm" })}
            >
              <Download aria-hidden="true" />
              {label}
            </a>
          ))}
        </nav>
      </div>
    </Panel>
  );
}

/** The responses of all tasks after each revision. */
function Course({ rows, scores }: { rows: readonly IterationRow[]; scores: readonly string[] }) {
  const isJudged = rows.some(({ judged }) => judged > 0);
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-medium">After each revision</h3>
      <ListTable
        bare
        label="After each revision"
        columns={[
          { header: "Revision", atEnd: true },
          { header: "Tasks revised", atEnd: true },
          isJudged && { header: "Mean pass rate", atEnd: true },
          isJudged && { header: "Pooled (DRFR)", atEnd: true },
          isJudged && { header: "All yes", atEnd: true },
          ...scores.map((name) => ({ header: name, atEnd: true })),
        ]}
      >
        {rows.map((row) => (
          <tr key={row.iteration} className="tabular-nums [&>*]:text-right">
            <th scope="row" className="font-normal">
              {row.iteration}
            </th>
            <td>{row.iteration === 0 ? "–" : formatCount(row.revised)}</td>
            {isJudged && (
              <>
                <td>{formatPercent(row.passRate)}</td>
                <td>{formatPercent(row.pooled)}</td>
                <td>{formatPercent(row.allYes)}</td>
              </>
            )}
            {scores.map((name) => (
              <td key={name}>{formatStatistic(row.scores[name]?.mean ?? null, 3)}</td>
            ))}
          </tr>
        ))}
      </ListTable>
      <p className="text-xs text-muted">
        Every row is over the same tasks. A task that stopped earlier counts with its last response.
        {isJudged && " Judge and author are the same model: these pass rates are its own opinion."}
      </p>
    </div>
  );
}

interface SelectorsProps {
  truth: string;
  rows: readonly SelectorRow[];
  unscored: number;
  scores: readonly string[];
  tasks: number;
  href: string;
}

/** Comparison of selectors among the candidates, by an external score that counts as true. */
function Selectors({ truth, rows, unscored, scores, tasks, href }: SelectorsProps) {
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-medium">What selects best, by {truth}</h3>
      {scores.length > 1 && <TruthLinks scores={scores} href={href} truth={truth} />}
      <ListTable
        bare
        label="What selects best"
        columns={[
          { header: "Selected by" },
          { header: `Mean ${truth}`, atEnd: true },
          { header: "Precision", atEnd: true },
          { header: "Selected per task", atEnd: true },
          { header: "Tasks", atEnd: true },
        ]}
      >
        {rows.map((row) => (
          <tr key={`${row.selector} ${row.by ?? ""}`} className="tabular-nums">
            <th scope="row" className="text-left font-normal">
              {selectorName(row)}
            </th>
            <td className="text-right">{formatStatistic(row.score, 3)}</td>
            <td className="text-right">{formatStatistic(row.precision, 3)}</td>
            <td className="text-right">{formatStatistic(row.selected, 2)}</td>
            <td className="text-right">{formatCount(row.tasks)}</td>
          </tr>
        ))}
      </ListTable>
      <p className="text-xs text-muted">
        Precision: the share of the selected responses that are truly best, averaged over tasks. All responses
        with the highest value are selected.
        {unscored > 0 &&
          ` ${formatCount(unscored)} of ${formatQuantity(tasks, "task")} left out: a candidate has no ${truth}.`}
      </p>
    </div>
  );
}

/** Links to choose the score that counts as true. */
function TruthLinks({ scores, href, truth }: { scores: readonly string[]; href: string; truth: string }) {
  return (
    <nav aria-label="The score that counts as true" className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-muted">True score:</span>
      {scores.map((name) => (
        <Link
          key={name}
          href={`${href}?${new URLSearchParams({ truth: name })}#responses`}
          aria-current={name === truth ? "page" : undefined}
          className={name === truth ? "font-medium" : "underline"}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

function selectorName({ selector, by }: SelectorRow): string {
  switch (selector) {
    case "greedy":
      return "Nothing: the greedy response";
    case "external":
      return by ?? "External score";
    case "self-score":
      return "The model’s direct score";
    case "checklist":
      return "Checklist pass rate";
  }
}
