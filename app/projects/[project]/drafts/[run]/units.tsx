import { Files } from "lucide-react";
import { Flags } from "@/app/projects/[project]/drafts/flags";
import { ProvenancePanel } from "@/app/projects/[project]/drafts/provenance";
import { Badge, type Tone } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { Panel } from "@/components/ui/panel";
import type { UnitRow, UnitState, UnitsPage } from "@/lib/drafting/data/run-units";
import { failureWords } from "@/lib/drafting/rules/wording";
import type { RunProgress } from "@/lib/drafting/schema/runs";
import { GeneratedList } from "./generated-list";
import { LabelledItems, LabelOfResponse } from "./labels";

/** The target of a draft; of a pair with the response it is about, or the one that was shown first. */
function draftTitle({ about, response, order }: UnitRow["drafts"][number]): string {
  if (about === "preference") return order === null ? "Preference" : `Preference, ${order[0]} shown first`;
  const title = about === "overall" ? "Overall score" : (about ?? "An item");
  return response === null ? title : `${title} of ${response}`;
}

const STATES: Record<UnitState, { label: string; tone: Tone }> = {
  waiting: { label: "Waiting", tone: "neutral" },
  working: { label: "In work", tone: "accent" },
  done: { label: "Done", tone: "positive" },
  failed: { label: "Failed", tone: "danger" },
};

interface UnitsProps {
  page: UnitsPage;
  run: RunProgress;
  project: string;
  show: UnitState | undefined;
  after: number;
  href: string;
}

/** Units of a run with their drafts. */
export function RunUnits({ page, run, project, show, after, href }: UnitsProps) {
  const { units, previous, next } = page;
  const address = (state: UnitState | undefined, from = -1) => {
    const query = new URLSearchParams({
      ...(state && { show: state }),
      ...(from >= 0 && { after: String(from) }),
    });
    return query.size > 0 ? `${href}?${query}#units` : `${href}#units`;
  };
  const choices: { state: UnitState | undefined; label: string; count: number }[] = [
    { state: undefined, label: "All", count: run.units.all },
    ...(["done", "failed", "working", "waiting"] as const).map((state) => ({
      state,
      label: STATES[state].label,
      count: run.units[state],
    })),
  ];
  return (
    <Panel
      id="units"
      flush
      title="Results, one by one"
      actions={<StateLinks choices={choices} show={show} address={address} />}
    >
      {units.length === 0 ? (
        <EmptyState icon={<Files />} title="Nothing is in this state" />
      ) : (
        <ul className="divide-y">
          {units.map((unit) => (
            <Unit key={unit.id} unit={unit} run={run.id} dataset={run.dataset.id} project={project} />
          ))}
        </ul>
      )}
      {(previous !== null || next !== null) && (
        <div className="border-t px-4 py-2">
          <Pager
            label="Results, one by one"
            previous={previous === null || after < 0 ? undefined : address(show, previous)}
            next={next === null ? undefined : address(show, next)}
          />
        </div>
      )}
    </Panel>
  );
}

/** Links to the results in one state. */
function StateLinks({
  choices,
  show,
  address,
}: {
  choices: { state: UnitState | undefined; label: string; count: number }[];
  show: UnitState | undefined;
  address: (state: UnitState | undefined, from?: number) => string;
}) {
  return (
    <nav aria-label="Which results" className="flex flex-wrap gap-1">
      {choices.map(({ state, label, count }) => (
        <ButtonLink
          key={label}
          size="sm"
          variant={state === show ? "secondary" : "quiet"}
          aria-current={state === show ? "page" : undefined}
          href={address(state)}
          scroll={false}
        >
          {label} {formatCount(count)}
        </ButtonLink>
      ))}
    </nav>
  );
}

interface UnitProps {
  unit: UnitRow;
  run: string;
  dataset: string;
  project: string;
}

function Unit({ unit, run, dataset, project }: UnitProps) {
  const { id, task, flags, rubrics, drafts, labels, label } = unit;
  return (
    <li className="grid gap-2 px-4 py-3 text-sm">
      <UnitHead unit={unit} run={run} dataset={dataset} project={project} />
      <Flags flags={flags} />
      {rubrics.map(({ version, items }) => (
        <DraftedItems key={version} version={version} items={items} task={task} project={project} />
      ))}
      {unit.generated.length > 0 && (
        <GeneratedList
          responses={unit.generated}
          stopped={unit.stopped}
          trace={`/projects/${project}/drafts/${run}/traces/${id}`}
          task={task.key}
        />
      )}
      {labels.length > 0 && <LabelledItems labels={labels} />}
      {label && <LabelOfResponse label={label} />}
      {drafts.length > 0 && (
        <ul className="grid gap-1 border-s-2 border-dotted border-control ps-3">
          {drafts.map((draft) => (
            <DraftedValueItem key={draft.id} draft={draft} task={task} project={project} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** The subject of a unit, with its state and what went wrong. */
function UnitHead({ unit, run, dataset, project }: UnitProps) {
  const { id, task, responses, state, error, rubrics, drafts } = unit;
  const look = STATES[state];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link
        href={`/projects/${project}/data/${dataset}/tasks/${task.id}`}
        className="font-mono text-xs hover:underline"
      >
        {task.key}
      </Link>
      {responses.map(({ key, model }) => (
        <span key={key} className="text-xs text-muted">
          {model ? `${model} (${key})` : key}
        </span>
      ))}
      <Badge tone={look.tone}>{look.label}</Badge>
      {error && <span className="text-xs text-danger">{failureWords(error)}</span>}
      {(state === "failed" || state === "done") && rubrics.length + drafts.length === 0 && (
        <ProvenancePanel
          of={{ run, unit: id }}
          about={[task.key, ...responses.map(({ key }) => key)].join(", ")}
          project={project}
        />
      )}
    </div>
  );
}

interface DraftedItemsProps {
  version: string;
  items: UnitRow["rubrics"][number]["items"];
  task: UnitRow["task"];
  project: string;
}

/** One drafted list of items, with hints on how its questions are worded. */
function DraftedItems({ version, items, task, project }: DraftedItemsProps) {
  return (
    <div className="grid gap-1 border-s-2 border-dotted border-control ps-3">
      <ol className="grid list-decimal gap-1 ps-5">
        {items.map(({ id, name, text, flags }) => (
          <li key={id}>
            <span dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {name && <span className="font-medium">{name}: </span>}
              {text}
            </span>
            <Flags flags={flags} />
          </li>
        ))}
      </ol>
      <div>
        <ProvenancePanel
          of={{ rubricVersion: version }}
          about={`the list of items for task ${task.key}`}
          project={project}
        />
      </div>
    </div>
  );
}

function DraftedValueItem({
  draft,
  task,
  project,
}: {
  draft: UnitRow["drafts"][number];
  task: UnitRow["task"];
  project: string;
}) {
  return (
    <li className="grid gap-x-3 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:items-baseline">
      <span dir="auto" className="wrap-anywhere">
        {draftTitle(draft)}
        <Flags flags={draft.flags} />
      </span>
      <span className="font-medium tabular-nums">
        {draft.value === null ? "no value" : String(draft.value)}
      </span>
      <ProvenancePanel
        of={{ draft: draft.id }}
        about={`${draft.about ?? "the value"} for task ${task.key}`}
        project={project}
      />
    </li>
  );
}
