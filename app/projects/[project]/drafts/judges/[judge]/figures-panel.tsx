import { Fragment } from "react";
import { FigureCell } from "@/app/projects/[project]/drafts/judges/[judge]/figure-cell";
import { Banner } from "@/components/ui/banner";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import { isScored, type JudgeSubject } from "@/lib/drafting/schema/judge-spec";
import type { JudgeFigures, WorkshopView } from "@/lib/judge/schema/workshop";

interface FiguresPanelProps {
  workshop: WorkshopView;
  subject: JudgeSubject;
  /** Address of the judge's page. */
  here: string;
  dataset: string;
}

/** Each version beside people on the development part, and its change from the version before. */
export function FiguresPanel({ workshop, subject, here, dataset }: FiguresPanelProps) {
  const { labelled, versions, warnings } = workshop;
  const isWeighted = isScored(subject);
  return (
    <Panel
      title="Agreement with people, by version"
      description="On the development part, with independent human values. 95 % intervals by bootstrap over tasks; changes on the units that both versions judged."
      flush
    >
      {warnings.map((warning) => (
        <Banner key={warning} tone="warning" title={warning} className="m-4" />
      ))}
      {labelled === 0 ? (
        <p className="p-4 text-sm text-muted">
          {subject === "label"
            ? "Nobody labelled responses of the development part in the step or question that this judge is compared with, without a draft in view."
            : "The development part has no independent human values of this kind. Let people judge without a draft, or before they see it."}
        </p>
      ) : versions.length === 0 ? (
        <p className="p-4 text-sm text-muted">No version was run on the development tasks yet.</p>
      ) : (
        <ListTable
          label="Agreement with people, by version"
          columns={[
            { header: "Version" },
            { header: "Units", atEnd: true },
            { header: "Accuracy", atEnd: true },
            { header: isWeighted ? "κ, quadratic" : "κ", atEnd: true },
            { header: "Bias", atEnd: true },
          ]}
        >
          {versions.map(({ number, figures, change }) => (
            <VersionFigures
              key={number}
              number={number}
              here={here}
              dataset={dataset}
              figures={figures}
              change={change}
            />
          ))}
        </ListTable>
      )}
      {labelled > 0 && versions.length > 0 && <Basis workshop={workshop} subject={subject} />}
    </Panel>
  );
}

/** The data behind the figures, and their meaning. */
function Basis({ workshop, subject }: Pick<FiguresPanelProps, "workshop" | "subject">) {
  const { labelled, split, shown } = workshop;
  return (
    <p className="border-t px-4 py-2 text-xs text-muted">
      {formatQuantity(labelled, "unit")} with a label.{" "}
      {split > 0 && `People are split on ${formatCount(split)} more. `}
      {shown > 0 &&
        `${formatQuantity(shown, "task")} left out: ${shown === 1 ? "it is" : "they are"} shown to a version as an example. `}
      Accuracy: share of units with people’s value. κ: agreement beyond chance, 1 is perfect and 0 is chance
      {isScored(subject) && "; near misses count as partly right"}.{" "}
      {subject !== "label" &&
        "Bias: judge minus people; of scores in points, of answers in the share of yes, of pairs in the share of one fixed side."}
    </p>
  );
}

interface VersionFiguresProps {
  number: number;
  here: string;
  dataset: string;
  figures: JudgeFigures;
  change: { from: number; figures: JudgeFigures } | null;
}

/** Figures of a version, and their change from the version before. */
function VersionFigures({ number, here, dataset, figures, change }: VersionFiguresProps) {
  return (
    <Fragment>
      <tr>
        <th scope="row" className="text-left font-medium whitespace-nowrap">
          Version {number}
          <Link
            href={`${here}/versions/${number}/card?dataset=${dataset}`}
            className="block py-1 text-accent hover:underline"
          >
            Card<span className="sr-only"> of version {number}</span>
          </Link>
        </th>
        <td className="text-right tabular-nums">
          {formatCount(figures.units)}
          <span className="block text-xs text-muted">
            {formatQuantity(figures.tasks, "task")}
            {figures.missing > 0 && `, ${formatCount(figures.missing)} without value`}
          </span>
        </td>
        <FigureCell figure={figures.accuracy} />
        <FigureCell figure={figures.kappa} />
        <FigureCell figure={figures.bias} signed />
      </tr>
      {change && (
        <tr className="text-muted">
          <th scope="row" className="ps-8! text-left font-normal whitespace-nowrap">
            Change from version {change.from}
          </th>
          <td className="text-right tabular-nums">{formatCount(change.figures.units)}</td>
          <FigureCell figure={change.figures.accuracy} signed />
          <FigureCell figure={change.figures.kappa} signed />
          <FigureCell figure={change.figures.bias} signed />
        </tr>
      )}
    </Fragment>
  );
}
