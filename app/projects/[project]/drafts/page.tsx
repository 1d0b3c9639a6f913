import { Plus, Sparkles } from "lucide-react";
import type { Metadata } from "next";
import { DraftTabs } from "@/app/projects/[project]/drafts/draft-tabs";
import { RunStateBadge } from "@/app/projects/[project]/drafts/run-state";
import { DocsLink } from "@/components/shell/docs-link";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount, formatMoney } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { LinkedRow, ListTable } from "@/components/ui/list-table";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Time } from "@/components/ui/time";
import { listRuns } from "@/lib/drafting/data/runs";
import { methodTitle } from "@/lib/drafting/rules/methods";
import type { RunView } from "@/lib/drafting/schema/runs";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Drafts" };

/** Runs of the project. */
export default async function DraftsPage({ params }: { params: Promise<{ project: string }> }) {
  const { actor, project } = await requireMember((await params).project, "researcher");
  const runs = (await listRuns(actor, project.id)) ?? [];
  const home = `/projects/${project.id}/drafts`;
  const isAdmin = project.role === "admin";
  const mayMake = isAdmin && !project.archivedAt;
  const make = mayMake && (
    <ButtonLink variant="primary" href={`${home}/new`}>
      <Plus aria-hidden="true" />
      New run
    </ButtonLink>
  );
  return (
    <Page>
      <PageHeader
        title="Drafts"
        description={
          <>
            A model drafts checklists, criteria, answers and scores; people accept, revise, remove or add.{" "}
            <DocsLink href="/docs/how-to/drafting">Drafting with language models</DocsLink>
          </>
        }
        actions={runs.length > 0 && make}
      />
      <DraftTabs project={project.id} isAdmin={isAdmin} />
      <Panel flush>
        {runs.length === 0 ? (
          <EmptyState
            icon={<Sparkles />}
            title="Nothing was drafted here yet"
            action={
              mayMake && (
                <>
                  <ButtonLink href={`${home}/endpoints`}>Set up an endpoint</ButtonLink>
                  {make}
                </>
              )
            }
          >
            {isAdmin ? (
              <p>
                A run asks one model, by one method of the literature, about the tasks you choose. It needs an
                endpoint: the address of a model, hosted or your own. Without one everything else works: rules
                draft checklists and prove answers on the page of a dataset, drafts can be imported with a
                study, and batches can be judged without any.
              </p>
            ) : (
              "An admin of this project can have a model draft checklists, criteria, answers and scores. Drafts also come in with imported studies."
            )}
          </EmptyState>
        ) : (
          <RunsTable runs={runs} home={home} />
        )}
      </Panel>
    </Page>
  );
}

function RunsTable({ runs, home }: { runs: RunView[]; home: string }) {
  return (
    <ListTable
      label="Runs"
      columns={[
        { header: "Run" },
        { header: "State", className: "max-sm:hidden" },
        { header: "Done", className: "w-1/5" },
        { header: "Model" },
        { header: "Cost", atEnd: true },
        { header: "Made", atEnd: true },
      ]}
    >
      {runs.map((run) => (
        <Row key={run.id} run={run} href={`${home}/${run.id}`} />
      ))}
    </ListTable>
  );
}

function Row({ run, href }: { run: RunView; href: string }) {
  const { name, state, method, dataset, model, endpoint, units, createdAt } = run;
  const finished = units.done + units.failed;
  return (
    <LinkedRow>
      <th scope="row" className="min-w-52 text-left font-normal sm:min-w-64">
        <Link href={href} className="font-medium after:absolute after:inset-0 group-hover:underline">
          {name}
        </Link>
        <span className="block text-xs text-muted">
          {methodTitle(method, run.params)} · {dataset.name}
        </span>
        <span className="mt-1 block sm:hidden">
          <RunStateBadge state={state} />
        </span>
      </th>
      <td className="max-sm:hidden">
        <RunStateBadge state={state} />
      </td>
      <td className="min-w-28 sm:min-w-44">
        <UnitsProgress units={units} name={name} finished={finished} />
      </td>
      <td className="min-w-32">
        <span className="block wrap-anywhere">{model}</span>
        <span className="text-xs text-muted">{endpoint.name}</span>
      </td>
      <td className="text-right whitespace-nowrap tabular-nums">
        {run.priced ? (
          formatMoney(run.spentMicros, run.currency)
        ) : (
          <span className="text-muted">price unknown</span>
        )}
      </td>
      <td className="text-right whitespace-nowrap">
        <Time at={createdAt.toISOString()} />
      </td>
    </LinkedRow>
  );
}

function UnitsProgress({
  units,
  name,
  finished,
}: {
  units: RunView["units"];
  name: RunView["name"];
  finished: number;
}) {
  return (
    <span className="grid gap-1.5">
      <span className="flex flex-wrap justify-between gap-x-2 text-xs text-muted tabular-nums">
        <span>
          {formatCount(units.done)} of {formatCount(units.all)}
        </span>
        {units.failed > 0 && <span className="text-danger">{formatCount(units.failed)} failed</span>}
      </span>
      <ProgressBar
        label={`${name}: finished`}
        value={finished}
        max={units.all}
        tone={units.failed > 0 ? "warning" : finished === units.all ? "positive" : "accent"}
      />
    </span>
  );
}
