import { formatCount } from "@/components/ui/format";
import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import type { RunHeader } from "@/lib/export/schema/run-header";

/** The runs behind the drafts of a study: what every table was computed from, as asked and as sent. */
export function RunHeaders({ runs }: { runs: readonly RunHeader[] }) {
  if (runs.length === 0) return null;
  return (
    <Panel
      flush
      title="Runs behind these numbers"
      description="How models were asked. JSON, LaTeX and Markdown files of a table hold the same, with hashes of all prompts."
    >
      <ListTable
        label="Runs behind these numbers"
        columns={[
          { header: "Run" },
          { header: "Method" },
          { header: "Model" },
          { header: "Parameters" },
          { header: "Sampling sent" },
          { header: "Subjects", atEnd: true },
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
              <Settings values={run.samplingSent} />
              {run.samplingDropped.length > 0 && (
                <span className="font-mono text-xs">without {run.samplingDropped.join(", ")}</span>
              )}
            </td>
            <td className="text-right tabular-nums">{formatCount(run.units)}</td>
            <td className="text-right tabular-nums">{formatCount(run.failed)}</td>
            <td>{run.finishedAt && <Time at={run.finishedAt} />}</td>
          </tr>
        ))}
      </ListTable>
    </Panel>
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
