import { Check, CircleHelp, X } from "lucide-react";
import { Flags } from "@/app/projects/[project]/drafts/flags";
import { ModelText } from "@/app/projects/[project]/drafts/prompt-messages";
import { Changes } from "@/components/prose/changes-view";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/disclosure";
import { formatPercent, formatStatistic } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { ownScore, responseName } from "@/lib/drafting/rules/trace-text";
import { failureWords } from "@/lib/drafting/rules/wording";
import type { GeneratedResponseView } from "@/lib/drafting/schema/generated";

interface TracedResponseProps {
  response: GeneratedResponseView;
  /** The version it was revised from. */
  before: GeneratedResponseView | undefined;
  /** Address of the dataset. */
  dataset: string;
  task: string;
}

/** One response of a trace: the plan it was written by, its text, its checklist answers, and the feedback on it. */
export function TracedResponse({ response, before, dataset, task }: TracedResponseProps) {
  const { id, text, passed, trace, temperature, flags } = response;
  const name = responseName(response);
  return (
    <Panel
      id={id}
      title={name}
      description={
        <ResponseFacts temperature={temperature} dataset={dataset} task={task} response={response} />
      }
      actions={
        passed && (
          <Badge tone={passed.yes === passed.asked ? "positive" : "neutral"}>
            {formatPercent(passed.answered === 0 ? null : passed.yes / passed.answered, 0)} yes ({passed.yes}{" "}
            of {passed.answered})
          </Badge>
        )
      }
    >
      <div className="grid gap-4">
        <Flags flags={flags} />
        {trace.plan && (
          <Part title="Plan">
            <ModelText text={trace.plan} label={`Plan of ${name}`} />
          </Part>
        )}
        <Part title="Response">
          <ModelText text={text} label={`Text of ${name}`} />
          {before && before.text !== text && (
            <Disclosure summary="What changed">
              <Changes before={before.text} after={text} label={`Changes of ${name}`} />
            </Disclosure>
          )}
        </Part>
        {trace.answers && (
          <Part title="Checklist">
            <Answers answers={trace.answers} />
          </Part>
        )}
        {trace.feedback && (
          <Part title="Feedback given to the model">
            <ModelText text={trace.feedback} label={`Feedback on ${name}`} />
          </Part>
        )}
      </div>
    </Panel>
  );
}

interface ResponseFactsProps {
  temperature: GeneratedResponseView["temperature"];
  dataset: string;
  task: string;
  response: GeneratedResponseView;
}

/** Temperature, scores, and the place of the response in the dataset. */
function ResponseFacts({ temperature, dataset, task, response }: ResponseFactsProps) {
  const { trace, scores, responseId } = response;
  return (
    <span className="flex flex-wrap gap-x-3">
      {temperature !== null && <span>temperature {temperature}</span>}
      {trace.selfScore !== undefined && <span>own score {ownScore(trace.selfScore)}</span>}
      {Object.entries(scores).map(([score, value]) => (
        <span key={score}>
          {score} {formatStatistic(value, 3)}
        </span>
      ))}
      {responseId && (
        <Link href={`${dataset}/tasks/${task}`} className="underline">
          in the dataset as {response.key}
        </Link>
      )}
    </span>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <h3 className="text-sm font-medium">{title}</h3>
      {children}
    </div>
  );
}

const LOOKS = {
  yes: { icon: Check, label: "Yes", className: "text-positive" },
  no: { icon: X, label: "No", className: "text-danger" },
  undecided: { icon: CircleHelp, label: "Undecided", className: "text-muted" },
};

function Answers({ answers }: { answers: NonNullable<GeneratedResponseView["trace"]["answers"]> }) {
  return (
    <ol className="grid gap-2">
      {answers.map(({ question, answer, undecided, analysis }) => {
        const { icon: Icon, label, className } = LOOKS[answer ?? "undecided"];
        return (
          <li key={question} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
            <span className={`flex w-24 items-center gap-1.5 self-start font-medium ${className}`}>
              <Icon aria-hidden="true" className="size-4" />
              {label}
            </span>
            <div className="grid">
              <span dir="auto" className="wrap-anywhere">
                {question}
              </span>
              {undecided && <span className="text-xs text-muted">{failureWords(undecided)}</span>}
              {analysis !== "" && (
                <Disclosure summary="Analysis">
                  <p dir="auto" className="text-xs wrap-anywhere whitespace-pre-wrap text-muted">
                    {analysis}
                  </p>
                </Disclosure>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
