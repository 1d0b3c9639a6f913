import { formatCount, formatQuantity } from "@/components/ui/format";
import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import type { RunHeader, RunList } from "@/lib/export/schema/run-header";

/** The runs behind the drafts of a study: what every table was computed from, as asked and as sent. */
export function RunHeaders({ runs, olderRunsLeftOut: leftOut }: RunList) {
  if (runs.length === 0) return null;
  return (
    <Panel
      flush
      title="Runs behind these numbers"
      description="How models were prompted. JSON, LaTeX and Markdown files of a table contain the same, with hashes of prompts."
    >
      <ListTable
        label="Runs behind these numbers"
        columns={[
          { header: "Run" },
          { header: "Method" },
          { header: "Model" },
          { header: "Parameters" },
          { header: "Sampling sent" },
          { header: "Units", atEnd: true },
          { header: "Failed", atEnd: true },
          { header: "Finished" },
        ]}
      >
        {runs.map((run) => (
          <tr key={run.run}>
            <th scope="row" className="min-w-32 text-left font-normal wrap-anywhere">
              <bdi>{run.name}</bdi>
            </th>
            <td>
              {run.method}, version {run.methodVersion}
            </td>
            <td className="min-w-24 wrap-anywhere">
              {[run.modelRequested, ...run.modelsReturned].filter(isFirst).join(", ")}
            </td>
            <td className="min-w-64">
              <Settings values={run.params} />
            </td>
            <td className="min-w-48">
              <Samplings {...run} />
            </td>
            <td className="text-right tabular-nums">{formatCount(run.units)}</td>
            <td className="text-right tabular-nums">{formatCount(run.failed)}</td>
            <td>{run.finishedAt && <Time at={run.finishedAt} />}</td>
          </tr>
        ))}
      </ListTable>
      {leftOut > 0 && (
        <p className="px-4 py-2 text-sm text-muted">
          {leftOut === 1 ? "One older run is" : `${formatCount(leftOut)} older runs are`} not listed.
        </p>
      )}
    </Panel>
  );
}

/** The settings that calls were sent with, and how many calls each. */
function Samplings({ samplings, samplingsLeftOut }: Pick<RunHeader, "samplings" | "samplingsLeftOut">) {
  return (
    <ul className="grid gap-2">
      {samplings.map(({ requested, sent, dropped, calls }) => (
        <li key={JSON.stringify([requested, sent, dropped])}>
          <Settings values={sent} />
          {dropped.length > 0 && <p className="font-mono text-xs">without {dropped.join(", ")}</p>}
          {calls !== null && <p className="text-xs text-muted">{formatQuantity(calls, "call")}</p>}
        </li>
      ))}
      {samplingsLeftOut > 0 && (
        <li className="text-xs text-muted">and {formatQuantity(samplingsLeftOut, "other sampling")}</li>
      )}
    </ul>
  );
}

/** Settings by name, one to a line; those that are empty texts say nothing. */
function Settings({ values }: { values: unknown }) {
  return (
    <ul className="font-mono text-xs">
      {Object.entries(values ?? {})
        .filter(([, value]) => value !== "")
        .map(([name, value]) => (
          <li key={name} className="wrap-anywhere">
            {name} {typeof value === "string" ? value : JSON.stringify(value)}
          </li>
        ))}
    </ul>
  );
}

const isFirst = (name: string, at: number, all: readonly string[]) => all.indexOf(name) === at;
