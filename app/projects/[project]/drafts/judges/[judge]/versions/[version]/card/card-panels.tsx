import { CardNumbers } from "@/app/projects/[project]/drafts/judges/[judge]/versions/[version]/card/card-numbers";
import { ReliabilityDiagram } from "@/components/charts/reliability-diagram";
import { Badge } from "@/components/ui/badge";
import { formatCount, formatPercent } from "@/components/ui/format";
import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import type { JudgeSubject } from "@/lib/drafting/schema/judge-spec";
import { developmentLines, figureLines, hasShares, tunedOnText } from "@/lib/report/rules/version-card/lines";
import {
  type CardTable,
  CONFUSION_NOTE,
  confusionReason,
  confusionTable,
  criteriaTable,
} from "@/lib/report/rules/version-card/tables";
import type { VersionCard } from "@/lib/report/schema/version-card";

/** The parts of a judge's card. */
export function CardPanels({ card }: { card: VersionCard }) {
  const { development, heldOut, version } = card;
  const { subject } = version.spec;
  const { details, change } = development;
  return (
    <>
      <Panel
        title="What it was tuned on"
        description="On labels that a version was made from, its figures are too good."
      >
        <ul className="grid list-disc gap-1 ps-5 text-sm wrap-anywhere">
          {tunedOnText(card).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Panel>
      <HeldOutPanel heldOut={heldOut} subject={subject} />
      <Panel
        title="On development labels"
        description="Its author could see these labels, so the figures are too good. 95 % intervals."
        flush
      >
        <CardNumbers label="On development labels" lines={developmentLines(card)} />
        {details === null && (
          <p className="border-t p-4 text-sm text-muted">The version was not run on these tasks yet.</p>
        )}
      </Panel>
      {change && (
        <Panel title={`Change from version ${change.from}`} description="On the units that both judged" flush>
          <CardNumbers
            label={`Change from version ${change.from}`}
            lines={figureLines(change.figures, subject, true)}
          />
        </Panel>
      )}
      <ConfusionPanel confusion={development.confusion} />
      {development.criteria.length > 0 && (
        <Panel
          title="By criterion"
          description="Of the criteria that several tasks share, each alone. 95 % intervals."
          flush
        >
          <CardCells label="By criterion" table={criteriaTable(development.criteria)} />
        </Panel>
      )}
      {details && details.calibration.n > 0 && hasShares(version.spec) && (
        <Panel title="Calibration">
          <ReliabilityDiagram
            title={version.spec.panel ? "Share of members" : "Share of samples"}
            description={`The share of ${version.spec.panel ? "members" : "samples"} with the same value, as confidence`}
            bins={details.calibration.bins}
          />
        </Panel>
      )}
      {details && details.tags.length > 0 && <TagsPanel details={details} />}
    </>
  );
}

/** The figures to report, from recorded looks at held-out labels. */
function HeldOutPanel({ heldOut, subject }: { heldOut: VersionCard["heldOut"]; subject: JudgeSubject }) {
  return (
    <Panel
      title="On held-out labels"
      description="The figures to report, from recorded looks at labels that were not used for tuning."
      flush={heldOut.length > 0}
    >
      {heldOut.length === 0 && (
        <p className="text-sm text-muted">
          Nobody has looked yet. An admin can, on the page of the judge; each look is counted.
        </p>
      )}
      {heldOut.map((look) => (
        <div key={look.id}>
          <p className="px-4 pt-3 text-sm">
            Look {look.count} at these labels, <Time at={look.at.toISOString()} />
          </p>
          <CardNumbers label={`Look ${look.count}`} lines={figureLines(look.figures, subject)} />
        </div>
      ))}
    </Panel>
  );
}

/** Accuracy by tag. */
function TagsPanel({ details }: { details: NonNullable<VersionCard["development"]["details"]> }) {
  return (
    <Panel
      title="By tag"
      description={`Fewer than ${details.fewestPerTag ?? "enough"} units leave accuracy uncertain by more than ten points. Unreadable answers count as wrong.`}
      flush
    >
      <ListTable
        label="By tag"
        columns={[{ header: "Tag" }, { header: "Accuracy", atEnd: true }, { header: "Units", atEnd: true }]}
      >
        {details.tags.map(({ tag, accuracy, n, isReadable }) => (
          <tr key={tag}>
            <th scope="row" className="text-left font-normal wrap-anywhere">
              {tag} {!isReadable && <Badge>too few units</Badge>}
            </th>
            <td className="text-right tabular-nums">{formatPercent(accuracy)}</td>
            <td className="text-right tabular-nums">{formatCount(n)}</td>
          </tr>
        ))}
      </ListTable>
    </Panel>
  );
}

/** The judge's values beside people's. */
function ConfusionPanel({ confusion }: { confusion: VersionCard["development"]["confusion"] }) {
  const reason = confusionReason(confusion);
  return (
    <Panel title="Its values beside people’s" description={CONFUSION_NOTE} flush={reason === ""}>
      {reason === "" ? (
        <CardCells label="Its values beside people’s" table={confusionTable(confusion)} />
      ) : (
        <p className="text-sm text-muted">There is no table: {reason}.</p>
      )}
    </Panel>
  );
}

/**
 * A table of a card; all columns but the first are numbers. Rows and columns are known by their place: a label may be called
 * "Units", and two criteria the same.
 */
function CardCells({ label, table: { header, rows } }: { label: string; table: CardTable }) {
  const columns = header.map((name, n) => ({ header: name, id: `column ${n}`, atEnd: n > 0 }));
  const lines = rows.map(([about = "", ...cells], n) => ({ id: `row ${n}`, about, cells }));
  return (
    <ListTable label={label} columns={columns}>
      {lines.map(({ id, about, cells }) => (
        <tr key={id}>
          <th scope="row" className="min-w-28 text-left font-normal wrap-anywhere">
            {about}
          </th>
          {cells.map((cell, n) => (
            <td key={columns[n + 1]?.id} className="text-right whitespace-nowrap tabular-nums">
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </ListTable>
  );
}
