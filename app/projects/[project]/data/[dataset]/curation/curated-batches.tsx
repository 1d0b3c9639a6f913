"use client";

import { useMakeDataset } from "@/app/projects/[project]/data/[dataset]/curation/use-make-dataset";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { formatCount } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import type { CurationView } from "@/lib/curation/schema";

const OUTCOMES = [
  ["kept", "Kept"],
  ["modified", "Modified"],
  ["discarded", "Discarded"],
  ["contested", "Contested"],
  ["undecided", "Undecided"],
] as const;

interface CuratedBatchesProps {
  project: string;
  dataset: string;
  name: string;
  batches: CurationView["batches"];
  /** False in an archived project. */
  mayMake: boolean;
}

/** People's decisions on this dataset's candidates, batch by batch, and the files of what they kept. */
export function CuratedBatches(props: CuratedBatchesProps) {
  const { batches } = props;
  return (
    <Panel
      title="What people decided"
      description="An instance is discarded if most people remove a part of it. Otherwise each part gets the text that most of the other people accept or write."
    >
      {batches.length === 0 ? (
        <p className="text-sm text-muted">
          No batch of the preset Curation was opened on this dataset. Its candidates bring the list of parts
          on which people decide.
        </p>
      ) : (
        <div className="grid gap-6">
          {batches.map((batch) => (
            <CuratedBatch key={batch.id} {...props} batch={batch} />
          ))}
        </div>
      )}
    </Panel>
  );
}

function CuratedBatch({ project, dataset, name, batch, mayMake }: CuratedBatchesProps & { batch: Batch }) {
  const { busy, error, make } = useMakeDataset({ project, dataset });
  const isLeft = batch.subsets.some(({ outcomes }) => (outcomes.kept ?? 0) + (outcomes.modified ?? 0) > 0);
  const result = {
    from: "result",
    name: `${name}, curated`.slice(0, 200),
    seed: 42,
    batch: batch.id,
  } as const;
  return (
    <section aria-label={batch.name} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">
          <Link href={`/projects/${project}/batches/${batch.id}`} className="underline underline-offset-2">
            <bdi>{batch.name}</bdi>
          </Link>
        </h3>
        {isLeft && (
          <div className="flex flex-wrap gap-2">
            <Files href={`/api/v1/datasets/${dataset}/curation/file?batch=${batch.id}`} />
            {mayMake && (
              <Button busy={busy} onClick={() => void make(result)}>
                Make a dataset of them
              </Button>
            )}
          </div>
        )}
      </div>
      {error && <Banner live tone="danger" title={error.message} />}
      <OutcomeTable batch={batch} />
      <Contested href={`/projects/${project}/data/${dataset}/tasks`} tasks={batch.contested} />
    </section>
  );
}

type Batch = CurationView["batches"][number];

function Files({ href }: { href: string }) {
  return (
    <>
      <a href={`${href}&form=llmbar`} download className={buttonClass({})}>
        LLMBar’s JSON
      </a>
      <a href={`${href}&form=study`} download className={buttonClass({})}>
        Study file
      </a>
    </>
  );
}

function OutcomeTable({ batch }: { batch: Batch }) {
  return (
    <ListTable
      bare
      label={`Decisions in ${batch.name}`}
      columns={[{ header: "Subset" }, ...OUTCOMES.map(([, header]) => ({ header, atEnd: true }))]}
    >
      {batch.subsets.map(({ subset, outcomes }) => (
        <tr key={subset}>
          <th scope="row" className="text-left font-normal">
            {subset}
          </th>
          {OUTCOMES.map(([outcome]) => (
            <td key={outcome} className="text-right tabular-nums">
              {formatCount(outcomes[outcome] ?? 0)}
            </td>
          ))}
        </tr>
      ))}
    </ListTable>
  );
}

function Contested({ href, tasks }: { href: string; tasks: Batch["contested"] }) {
  if (tasks.length === 0) return null;
  return (
    <p className="text-sm text-muted">
      Contested, and left out:{" "}
      {tasks.map(({ task, key }, at) => (
        <span key={task}>
          {at > 0 && ", "}
          <Link href={`${href}/${task}`} className="font-mono text-xs underline underline-offset-2">
            {key}
          </Link>
        </span>
      ))}
    </p>
  );
}
