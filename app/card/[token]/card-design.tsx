import type { ReactNode } from "react";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import { subjectKindOfArms } from "@/lib/batch/rules/design";
import { presetOf } from "@/lib/protocol/rules/presets";
import { KIND_NAMES, type SubjectKind } from "@/lib/protocol/rules/subject-kind";
import { stepInWords } from "@/lib/protocol/rules/wording";
import { PresetId, Step } from "@/lib/protocol/schema";
import { Design, type FrozenRubrics, ImportDescription, type ManifestBatch } from "@/lib/study/schema";

/** Design of a batch or description of an imported study on a card. Omits what this version cannot read. */
export function CardDesign({ design, batch }: { design: unknown; batch: ManifestBatch }) {
  if (batch.imported) {
    const { data } = ImportDescription.safeParse(design);
    return data && <ImportedStudy description={data} study={batch} />;
  }
  const { data } = Design.safeParse(design);
  return data && <BatchDesign design={data} batch={batch} />;
}

/** Origin, counts and criteria of an imported study. */
function ImportedStudy({ description, study }: { description: ImportDescription; study: ManifestBatch }) {
  const { counts, arms } = study;
  const { dataset, file, rubrics } = description;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 text-sm">
      <dl className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        <Line name="Imported">with the judgements it came with</Line>
        {dataset.source && (
          <Line name="Source">
            <bdi className="wrap-anywhere">{dataset.source}</bdi>
          </Line>
        )}
        <Counted counts={counts} />
        {arms.length > 0 && (
          <Line name="Arms">
            <bdi className="wrap-anywhere">{arms.join(", ")}</bdi>
          </Line>
        )}
      </dl>
      {file?.sha256 && (
        <div className="grid gap-0.5">
          <p className="text-muted">SHA-256 of the file it was imported from</p>
          <p className="font-mono text-xs wrap-anywhere">{file.sha256}</p>
        </div>
      )}
      <GeneralRubrics rubrics={rubrics} />
    </div>
  );
}

/** Kind of material of a design, as far as this version can read the steps. */
function kindOf({ arms }: Design): SubjectKind {
  return subjectKindOfArms(
    arms.map(({ protocol }) => ({
      steps: protocol.steps.flatMap((given) => Step.safeParse(given).data ?? []),
    })),
  );
}

/** Arms and steps, counts, dates and criteria of a batch. */
function BatchDesign({ design, batch }: { design: Design; batch: ManifestBatch }) {
  const { counts, guidelines } = batch;
  const preset = PresetId.safeParse(design.preset).data;
  const kind = kindOf(design);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 text-sm">
      <dl className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        {preset && <Line name="Protocol">{presetOf(preset).name}</Line>}
        <Line name="Opened and closed">
          {design.openedAt && <Time at={design.openedAt} show="date" />} –{" "}
          {design.closedAt && <Time at={design.closedAt} show="date" />}
        </Line>
        <Line name={KIND_NAMES[kind]}>
          {formatCount(design.subjects)}
          {design.checks > 0 && `, ${formatCount(design.checks)} of them checks`}
        </Line>
        <Counted counts={counts} />
        <Line name="Order">
          {kind}s {design.subjectOrder}, items {design.itemOrder}, seed {design.seed}
        </Line>
        {guidelines && (
          <Line name="Guidelines">
            version {guidelines.version}
            {design.mustRead && ", confirmed before work"}
          </Line>
        )}
      </dl>
      <div className="grid gap-4 sm:grid-cols-2">
        {design.arms.map((arm) => (
          <section key={arm.name} className="grid content-start gap-1.5">
            <h3 className="font-medium">
              Arm <bdi>{arm.name}</bdi>: {formatQuantity(arm.k, "person", "people")} per{" "}
              {arm.reserved ? `reserved ${kind}` : kind}
            </h3>
            <ol className="grid list-decimal gap-1 ps-5 marker:text-muted">
              {stepsInWords(arm.protocol.steps).map((words, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a frozen arm stand still
                <li key={index}>{words}</li>
              ))}
            </ol>
          </section>
        ))}
      </div>
      <GeneralRubrics rubrics={design.rubrics} />
    </div>
  );
}

/** Number of judgements and judges. */
function Counted({ counts }: Pick<ManifestBatch, "counts">) {
  return (
    <>
      <Line name="Tasks and responses">
        {formatCount(counts.tasks)} and {formatCount(counts.responses)}
      </Line>
      <Line name="People">{formatCount(counts.people)}</Line>
      <Line name="Judgements">{formatCount(counts.judgements)}</Line>
      {counts.decisions > 0 && <Line name="Decisions on items">{formatCount(counts.decisions)}</Line>}
      {counts.labellings > 0 && <Line name="Labellings">{formatCount(counts.labellings)}</Line>}
      <Line name="Drafted values">{formatCount(counts.drafts)}</Line>
    </>
  );
}

/** Checklists and criteria that do not belong to a single task. */
function GeneralRubrics({ rubrics }: { rubrics: FrozenRubrics }) {
  return rubrics
    .filter(({ items }) => items !== null)
    .map(({ id, kind, version, items }) => (
      <section key={id} className="grid gap-1.5">
        <h3 className="font-medium">
          {kind === "checklist" ? "Checklist" : "Criteria"}, version {version}
        </h3>
        <dl className="grid gap-1">
          {items?.map((item) => (
            <div key={item.id} className="grid gap-x-3 sm:grid-cols-[10rem_1fr]">
              <dt className="text-muted wrap-anywhere">{item.name ?? item.id}</dt>
              <dd className="wrap-anywhere">
                <bdi>{item.text}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ));
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-b py-1">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}

/** Steps of a frozen protocol as text; of one that this version does not know, the kind. */
function stepsInWords(given: readonly { type: string }[]): string[] {
  const steps = given.map((step) => Step.safeParse(step).data);
  const known = steps.filter((step) => step !== undefined);
  return steps.map((step, index) => (step ? stepInWords(step, known) : (given[index]?.type ?? "")));
}
