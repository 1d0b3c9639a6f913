import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { formatCount, formatDuration, formatPercent, formatQuantity } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import type { AttentionFinding } from "@/lib/batch/rules/attention";

interface Words {
  title: ReactNode;
  /** Recommended action. */
  advice: string;
  action: { label: string; href: string };
}

/** Findings about a batch that need attention, on its monitor; renders nothing without any. */
export function Attention({ findings, home }: { findings: readonly AttentionFinding[]; home: string }) {
  if (findings.length === 0) return null;
  return (
    <Panel flush title="Needs attention">
      <Findings findings={findings} home={home} isMonitor />
    </Panel>
  );
}

interface FindingsProps {
  findings: readonly AttentionFinding[];
  /** The batch's path. */
  home: string;
  /** On the monitor itself, to which no link leads. */
  isMonitor?: boolean;
}

/** Findings of a batch, each with advice and a link. */
export function Findings({ findings, home, isMonitor = false }: FindingsProps) {
  return (
    <ul className="divide-y">
      {findings.map((finding) => {
        const { title, advice, action } = wordsOf(finding, home);
        const pressing = finding.what === "late" || finding.what === "quiet";
        const Icon = pressing ? CircleAlert : TriangleAlert;
        return (
          <li key={finding.what} className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3 text-sm">
            <Icon
              aria-hidden="true"
              className={
                pressing ? "mt-0.5 size-4 shrink-0 text-danger" : "mt-0.5 size-4 shrink-0 text-warning"
              }
            />
            <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
              <p className="font-medium wrap-anywhere">{title}</p>
              <p className="text-muted">{advice}</p>
            </div>
            {!(isMonitor && action.href === home) && (
              <ButtonLink size="sm" href={action.href}>
                {action.label}
              </ButtonLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function wordsOf(finding: AttentionFinding, home: string): Words {
  const monitor = { label: "Open monitor", href: home };
  switch (finding.what) {
    case "late":
      return {
        title: (
          <>
            Late: due <Time at={finding.dueAt.toISOString()} />, {formatQuantity(finding.left, "assignment")}{" "}
            left
          </>
        ),
        advice: "Add annotators, move the due date, or close the batch with the work done so far.",
        action: monitor,
      };
    case "due-soon":
      return {
        title: (
          <>
            Due <Time at={finding.dueAt.toISOString()} />, {formatQuantity(finding.left, "assignment")} left
          </>
        ),
        advice: "Compare with the estimated finish; more annotators finish sooner.",
        action: monitor,
      };
    case "quiet":
      return {
        title: finding.lastAt ? (
          <>
            Nothing was submitted since <Time at={finding.lastAt.toISOString()} />
          </>
        ) : (
          "Nothing was submitted since it was opened"
        ),
        advice: `${formatQuantity(finding.left, "assignment")} left. Ask whether the annotators know about it, or add others.`,
        action: monitor,
      };
    case "unanswered":
      return {
        title: (
          <>
            {formatQuantity(finding.waiting, "question")} without an answer
            {finding.since && (
              <>
                , the oldest since <Time at={finding.since.toISOString()} />
              </>
            )}
          </>
        ),
        advice: "Answer it. You can publish answers that concern all annotators beside the guidelines.",
        action: { label: "Open questions", href: `${home}/questions` },
      };
    case "failed-exam":
      return {
        title: <>Failed the exam, with no attempt left: {people(finding.people, home)}</>,
        advice: "Grant another attempt, waive the exam, or take them off the batch.",
        action: { label: "Open exam", href: `${home}#qualification` },
      };
    case "faster":
      return {
        title: (
          <>
            More than three times faster than the rest:{" "}
            {finding.people.map((person, n) => (
              <span key={person.code}>
                {n > 0 && ", "}
                <Person {...person} home={home} /> ({formatDuration(person.medianMs)} against{" "}
                {formatDuration(person.restMs)})
              </span>
            ))}
          </>
        ),
        advice: "Read some of their submissions, and compare them on the quality page.",
        action: {
          label: "Read submissions",
          href: `${home}/work?q=${encodeURIComponent(finding.people[0]?.code ?? "")}`,
        },
      };
    case "never-came":
      return {
        title: <>Never opened an assignment: {people(finding.people, home)}</>,
        advice: "Remind them, or let others do their part.",
        action: monitor,
      };
    case "stopped":
      return {
        title: <>Started, but inactive for three days: {people(finding.people, home)}</>,
        advice: "Ask what is stopping them, or let others do their part.",
        action: monitor,
      };
    case "agreement-fell":
      return {
        title: `Agreement fell from ${formatPercent(finding.from, 0)} to ${formatPercent(finding.to, 0)} of pairs on the last ${formatCount(finding.units)} units`,
        advice:
          "Look at the latest disagreements: the guidelines may need a clarification, or an annotator may be tired.",
        action: { label: "Open agreement", href: `${home}/agreement` },
      };
    case "flags":
      return {
        title: `${formatQuantity(finding.flags, "flag")} to resolve`,
        advice: "Annotators report a problem with the material.",
        action: { label: "Open flags", href: `${home}/remarks` },
      };
  }
}

const MOST_PEOPLE = 5;

type Someone = { code: string; name: string | null };

function Person({ code, name, home }: Someone & { home: string }) {
  return (
    <Link
      href={`${home}?annotator=${encodeURIComponent(code)}`}
      className="rounded-sm text-accent underline underline-offset-2"
    >
      {name ?? code}
    </Link>
  );
}

function people(all: readonly Someone[], home: string): ReactNode {
  return (
    <>
      {all.slice(0, MOST_PEOPLE).map((person, n) => (
        <span key={person.code}>
          {n > 0 && ", "}
          <Person {...person} home={home} />
        </span>
      ))}
      {all.length > MOST_PEOPLE && ` and ${formatCount(all.length - MOST_PEOPLE)} more`}
    </>
  );
}
