import clsx from "clsx";
import { Users } from "lucide-react";
import Link from "next/link";
import { AddAnnotators } from "@/app/projects/[project]/batches/[batch]/add-annotators";
import { RemoveAnnotator } from "@/app/projects/[project]/batches/[batch]/remove-annotator";
import type { Candidate } from "@/app/projects/[project]/batches/choices";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { DASH, formatCount, formatDuration, formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { ProgressBar } from "@/components/ui/progress-bar";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Time } from "@/components/ui/time";
import { shareOf } from "@/lib/batch/rules";
import type { Progress } from "@/lib/batch/schema/views";

interface AnnotatorsProps {
  batch: string;
  /** Path of the list of assignments. */
  work: string;
  progress: Progress;
  /** Members who could be added. */
  candidates: Candidate[];
  drafted: boolean;
  /** The user may remove people from the batch. */
  mayRemove: boolean;
  /** Address with one annotator's work only, or with everyone's. */
  hrefOf: (code: string) => string;
  /** Pseudonym of the annotator whose work is shown, if only one's is. */
  chosen: string | null;
}

/** Annotators of a batch with their progress, compared with an even share. */
export function BatchAnnotators({
  batch,
  work,
  progress,
  candidates,
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
        <ScrollRegion label="Annotators">
          <table className="w-full text-sm">
            <thead className="text-xs text-muted">
              <tr className="border-b text-left *:px-3 *:py-2 *:font-medium *:whitespace-nowrap">
                <th scope="col" className="pl-4!">
                  Annotator
                </th>
                {!drafted && (
                  <>
                    <th scope="col" className="w-1/4">
                      Submitted
                    </th>
                    <th scope="col" className="text-right">
                      Open
                    </th>
                    <th scope="col" className="text-right">
                      Skipped
                    </th>
                    <th scope="col" className="text-right">
                      Still available
                    </th>
                    <th scope="col" className="text-right">
                      Median time
                    </th>
                    <th scope="col" className="pr-4! text-right">
                      Last seen
                    </th>
                    {mayRemove && (
                      <th scope="col" className="pr-4!">
                        <span className="sr-only">Actions</span>
                      </th>
                    )}
                  </>
                )}
              </tr>
            </thead>
            <tbody>
              {annotators.map(({ membershipId, code, name, works, ...did }) => (
                <tr
                  key={membershipId}
                  className={clsx(
                    "border-b last:border-b-0 *:px-3 *:py-2",
                    code === chosen && "bg-accent-soft",
                  )}
                >
                  <th scope="row" className="pl-4! text-left font-normal whitespace-nowrap">
                    <span className="flex items-center gap-2">
                      {drafted ? (
                        (name ?? code)
                      ) : (
                        <Link
                          href={hrefOf(code)}
                          scroll={false}
                          aria-current={code === chosen ? "true" : undefined}
                          className="rounded-sm hover:underline"
                        >
                          {name ?? code}
                        </Link>
                      )}
                      {name && <span className="text-xs text-muted">{code}</span>}
                      {!works && <Badge>Disabled</Badge>}
                    </span>
                  </th>
                  {!drafted && (
                    <>
                      <td className="min-w-28">
                        <span className="flex items-center gap-3">
                          <ProgressBar
                            className="flex-1"
                            label={`${name ?? code}: submitted`}
                            value={did.submitted}
                            max={most}
                            text={`${did.submitted} submitted, even share ${share}`}
                            tone={did.submitted >= share ? "positive" : "accent"}
                          />
                          <span className="w-9 text-right tabular-nums">
                            {did.submitted === 0 ? (
                              0
                            ) : (
                              <Link
                                href={`${work}?q=${encodeURIComponent(code)}`}
                                aria-label={`Read the ${formatQuantity(did.submitted, "submission")} of ${name ?? code}`}
                                className="rounded-sm text-accent hover:underline"
                              >
                                {formatCount(did.submitted)}
                              </Link>
                            )}
                          </span>
                        </span>
                      </td>
                      <td className="text-right tabular-nums">{formatCount(did.open)}</td>
                      <td className="text-right tabular-nums">{formatCount(did.skipped)}</td>
                      <td className="text-right tabular-nums">{works ? formatCount(did.available) : DASH}</td>
                      <td className="text-right whitespace-nowrap tabular-nums">
                        {did.medianMs === null ? DASH : formatDuration(did.medianMs)}
                      </td>
                      <td className="pr-4! text-right whitespace-nowrap text-muted">
                        {did.lastAt ? <Time at={did.lastAt.toISOString()} /> : DASH}
                      </td>
                      {mayRemove && (
                        <td className="py-1! pr-4! text-right">
                          <RemoveAnnotator batch={batch} membership={membershipId} name={name ?? code} />
                        </td>
                      )}
                    </>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Panel>
  );
}
