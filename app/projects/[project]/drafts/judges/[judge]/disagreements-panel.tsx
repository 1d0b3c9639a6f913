import { DisagreementCard } from "@/app/projects/[project]/drafts/judges/[judge]/disagreement-card";
import { DisagreementFilter } from "@/app/projects/[project]/drafts/judges/[judge]/disagreement-filter";
import { Disclosure } from "@/components/ui/disclosure";
import { formatCount } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import type { Disagreement, WorkshopView } from "@/lib/judge/schema/workshop";

interface DisagreementsPanelProps {
  disagreements: WorkshopView["disagreements"];
  /** Address of the judge's page. */
  here: string;
  dataset: string;
  version: number;
  search: { part: "development" | "examples"; label?: string | undefined; tag?: string | undefined };
  mayEdit: boolean;
}

/** Units where a version disagrees with people, worst first. */
export function DisagreementsPanel({
  disagreements: { count, rows, labels, tags },
  here,
  dataset,
  version,
  search,
  mayEdit,
}: DisagreementsPanelProps) {
  return (
    <Panel
      id="disagreements"
      title={`Disagreements of version ${version} with people`}
      description={
        search.part === "development"
          ? "Worst first. A task that becomes an example is no longer compared."
          : "From the examples part, on which no figure is computed, so examples from here take no task out of the comparison."
      }
      actions={
        <DisagreementFilter
          here={here}
          fixed={{ dataset, version }}
          search={search}
          labels={labels}
          tags={tags}
        />
      }
    >
      {rows.length === 0 ? (
        <p className="text-sm text-muted">
          {search.label || search.tag
            ? "None with this label and tag."
            : "None: it agrees wherever it was run, or was not run on these tasks."}
        </p>
      ) : (
        <DisagreementList
          rows={rows}
          here={here}
          dataset={dataset}
          version={version}
          mayEdit={mayEdit}
          count={count}
        />
      )}
    </Panel>
  );
}

interface DisagreementListProps {
  rows: Disagreement[];
  here: string;
  dataset: string;
  version: number;
  mayEdit: boolean;
  count: number;
}

/** So many are in sight; the others unfold. */
const MOST_IN_SIGHT = 5;

function DisagreementList({ rows, here, dataset, version, mayEdit, count }: DisagreementListProps) {
  const cards = (some: readonly Disagreement[]) => (
    <ol className="grid gap-4">
      {some.map((row) => (
        <li key={[row.task.id, ...row.responses.map(({ id }) => id), row.item?.id].join(" ")}>
          <DisagreementCard row={row} here={here} dataset={dataset} version={version} mayEdit={mayEdit} />
        </li>
      ))}
    </ol>
  );
  const others = rows.slice(MOST_IN_SIGHT);
  return (
    <div className="grid gap-4 [&>*]:min-w-0">
      {cards(rows.slice(0, MOST_IN_SIGHT))}
      {others.length > 0 && (
        <Disclosure summary={`${formatCount(others.length)} more`}>{cards(others)}</Disclosure>
      )}
      {count > rows.length && (
        <p className="text-sm text-muted">
          The {formatCount(rows.length)} worst of {formatCount(count)}.
        </p>
      )}
    </div>
  );
}
