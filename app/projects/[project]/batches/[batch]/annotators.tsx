import clsx from "clsx";
import { Users } from "lucide-react";
import { AddAnnotators } from "@/app/projects/[project]/batches/[batch]/add-annotators";
import { statusTone } from "@/app/projects/[project]/batches/[batch]/participation/prolific/status-tone";
import { RemoveAnnotator } from "@/app/projects/[project]/batches/[batch]/remove-annotator";
import type { AnnotatorCandidate } from "@/app/projects/[project]/batches/design-choices";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { DASH, formatCount, formatDuration, formatQuantity } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { type ListColumn, ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Time } from "@/components/ui/time";
import { shareOf } from "@/lib/batch/rules";
import type { Progress } from "@/lib/batch/schema/views";
import { statusLabel } from "@/lib/prolific/rules";

interface AnnotatorsProps {
  batch: string;
  /** Path of the list of assignments. */
  work: string;
  progress: Progress;
  /** Statuses on Prolific by pseudonym, for admins. */
  prolific: ReadonlyMap<string, string>;
  /** Members who could be added. */
  candidates: AnnotatorCandidate[];
  drafted: boolean;
  /** The user may remove people from the batch. */
  mayRemove: boolean;
  /** Address with one annotator's work only, or with everyone's. */
  hrefOf: (code: string) => string;
  /** Pseudonym of the annotator whose work is shown, if only one's is. */
  chosen: string | null;
}

type Annotator = Progress["annotators"][number];

const WORK_COLUMNS: ListColumn[] = [
  { header: "Submitted", className: "w-1/4" },
  { header: "Open", atEnd: true },
  { header: "Skipped", atEnd: true },
  { header: "Still available", atEnd: true },
  { header: "Median time", atEnd: true },
  { header: "Last seen", atEnd: true },
];

/** Annotators of a batch with their progress, compared with an even share. */
export function BatchAnnotators({
  batch,
  work,
  progress,
  candidates,
  prolific,
  drafted,
  mayRemove,
  hrefOf,
  chosen,
}: AnnotatorsProps) {
  const { annotators, slots, subjects } = progress;
  const share = shareOf({ slots, subjects, annotators: annotators.length });
  const most = Math.max(share, ...annotators.map(({ submitted }) => submitted));
  const here = new Set(annotators.map(({ membershipId }) => membershipId));
  const others = candidates.filter(({ id }) => !here.has(id));
  return (
    <Panel
      flush
      title="Annotators"
      description={drafted || share === 0 ? undefined : `An even share is ${formatCount(share)} each.`}
      actions={others.length > 0 && <AddAnnotators batch={batch} people={others} />}
    >
      {annotators.length === 0 ? (
        <EmptyState icon={<Users />} title="Nobody works on it yet">
          Add annotators, and they find the batch in their queue.
        </EmptyState>
      ) : (
        <ListTable
          label="Annotators"
          columns={[
            { header: "Annotator" },
            prolific.size > 0 && { header: "Prolific" },
            ...(drafted ? [] : [...WORK_COLUMNS, mayRemove && { header: "Actions", unseen: true }]),
          ]}
        >
          {annotators.map((annotator) => (
            <AnnotatorRow
              key={annotator.membershipId}
              annotator={annotator}
              {...{ batch, work, share, most, drafted, mayRemove, hrefOf }}
              prolific={prolific.size > 0 ? (prolific.get(annotator.code) ?? null) : undefined}
              isChosen={annotator.code === chosen}
            />
          ))}
        </ListTable>
      )}
    </Panel>
  );
}

interface AnnotatorRowProps
  extends Pick<AnnotatorsProps, "batch" | "work" | "drafted" | "mayRemove" | "hrefOf"> {
  annotator: Annotator;
  /** An even share of the assignments, and the largest number that the bars show. */
  share: number;
  most: number;
  /** Their submission's status on Prolific, null without one; undefined where the batch has no study there. */
  prolific: string | null | undefined;
  isChosen: boolean;
}

/** One annotator of the batch; of a draft only the name. */
function AnnotatorRow({
  annotator,
  batch,
  work,
  share,
  most,
  drafted,
  mayRemove,
  hrefOf,
  prolific,
  isChosen,
}: AnnotatorRowProps) {
  const { membershipId, code, name, works, open, skipped, available, medianMs, lastAt } = annotator;
  return (
    <tr className={clsx(isChosen && "bg-accent-soft")}>
      <AnnotatorName
        drafted={drafted}
        name={name}
        code={code}
        hrefOf={hrefOf}
        isChosen={isChosen}
        works={works}
      />
      {prolific !== undefined && (
        <td>
          {prolific === null ? DASH : <Badge tone={statusTone(prolific)}>{statusLabel(prolific)}</Badge>}
        </td>
      )}
      {!drafted && (
        <>
          <td className="min-w-28">
            <Submitted annotator={annotator} work={work} share={share} most={most} />
          </td>
          <td className="text-right tabular-nums">{formatCount(open)}</td>
          <td className="text-right tabular-nums">{formatCount(skipped)}</td>
          <td className="text-right tabular-nums">{works ? formatCount(available) : DASH}</td>
          <td className="text-right whitespace-nowrap tabular-nums">
            {medianMs === null ? DASH : formatDuration(medianMs)}
          </td>
          <td className="text-right whitespace-nowrap text-muted">
            {lastAt ? <Time at={lastAt.toISOString()} /> : DASH}
          </td>
          {mayRemove && (
            <td className="py-1! text-right">
              <RemoveAnnotator batch={batch} membership={membershipId} name={name ?? code} />
            </td>
          )}
        </>
      )}
    </tr>
  );
}

interface AnnotatorNameProps {
  drafted: AnnotatorRowProps["drafted"];
  name: Annotator["name"];
  code: Annotator["code"];
  hrefOf: AnnotatorRowProps["hrefOf"];
  isChosen: boolean;
  works: Annotator["works"];
}

function AnnotatorName({ drafted, name, code, hrefOf, isChosen, works }: AnnotatorNameProps) {
  return (
    <th scope="row" className="text-left font-normal whitespace-nowrap">
      <span className="flex items-center gap-2">
        {drafted ? (
          (name ?? code)
        ) : (
          <Link
            href={hrefOf(code)}
            scroll={false}
            aria-current={isChosen ? "true" : undefined}
            className="rounded-sm hover:underline"
          >
            {name ?? code}
          </Link>
        )}
        {name && <span className="text-xs text-muted">{code}</span>}
        {!works && <Badge>Disabled</Badge>}
      </span>
    </th>
  );
}

/** An annotator's number of submissions, as a bar and as a link to the work. */
function Submitted({
  annotator: { code, name, submitted },
  work,
  share,
  most,
}: Pick<AnnotatorRowProps, "annotator" | "work" | "share" | "most">) {
  return (
    <span className="flex items-center gap-3">
      <ProgressBar
        className="flex-1"
        label={`${name ?? code}: submitted`}
        value={submitted}
        max={most}
        text={`${submitted} submitted, even share ${share}`}
        tone={submitted >= share ? "positive" : "accent"}
      />
      <span className="w-9 text-right tabular-nums">
        {submitted === 0 ? (
          0
        ) : (
          <Link
            href={`${work}?q=${encodeURIComponent(code)}`}
            aria-label={`Read the ${formatQuantity(submitted, "submission")} of ${name ?? code}`}
            className="rounded-sm text-accent hover:underline"
          >
            {formatCount(submitted)}
          </Link>
        )}
      </span>
    </span>
  );
}
