"use client";

import clsx from "clsx";
import { CircleAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import type { DesignChoices } from "@/app/projects/[project]/batches/choices";
import { WhenToOpen } from "@/app/projects/[project]/batches/choose-run";
import { DesignPanel } from "@/app/projects/[project]/batches/design-panel";
import { OpeningSummary } from "@/app/projects/[project]/batches/opening";
import { SettingsList } from "@/app/projects/[project]/batches/settings-list";
import { ArmsStep } from "@/app/projects/[project]/batches/wizard/arms-step";
import { OrderStep } from "@/app/projects/[project]/batches/wizard/order-step";
import { AnnotatorsStep, GuidelinesStep } from "@/app/projects/[project]/batches/wizard/people-steps";
import { ProtocolStep } from "@/app/projects/[project]/batches/wizard/protocol-step";
import { QualityStep } from "@/app/projects/[project]/batches/wizard/quality-step";
import { ReviewStep } from "@/app/projects/[project]/batches/wizard/review-step";
import { SourcesProvider } from "@/app/projects/[project]/batches/wizard/source-settings";
import { SubjectsStep } from "@/app/projects/[project]/batches/wizard/subjects-step";
import { useDataset } from "@/app/projects/[project]/batches/wizard/use-dataset";
import { type Draft, type Saving, useDraft } from "@/app/projects/[project]/batches/wizard/use-draft";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { useToast } from "@/components/ui/toast";
import {
  type DesignProblem,
  type DesignSection,
  designSize,
  PARTS,
  problemsOf,
  protocolsOf,
  subjectKindOfArms,
  subjectsOf,
} from "@/lib/batch/rules/design";
import { checksBeforeWork } from "@/lib/batch/rules/gold-quota";
import { resolvedStep, withSources } from "@/lib/batch/rules/sources";
import type { WarningKind } from "@/lib/batch/rules/warnings";
import { NewBatch } from "@/lib/batch/schema";
import { namesIn } from "@/lib/dataset/rules/sources";
import { callApi } from "@/lib/http/client";

const STEPS: readonly { id: DesignSection | "review"; label: string }[] = [
  { id: "subjects", label: "Material" },
  { id: "protocol", label: "Protocol" },
  { id: "arms", label: "Arms" },
  { id: "annotators", label: "Annotators" },
  { id: "guidelines", label: "Guidelines" },
  { id: "quality", label: "Quality" },
  { id: "order", label: "Order and time" },
  { id: "review", label: "Review" },
];
type StepId = (typeof STEPS)[number]["id"];

/** What is a warning like all others, and keeps a batch from opening too. */
const UNOPENABLE: readonly WarningKind[] = ["no-gold", "too-little-gold"];

interface WizardProps {
  project: string;
  choices: DesignChoices;
  draft: Draft;
  /** The draft on the server, if it was begun before. */
  saved: { id: string; revision: number } | null;
  /** How many of its subjects were chosen one by one. */
  chosen?: number;
}

/** A batch in clear steps: left one part of the design at a time, right what it comes to. */
export function Wizard({ project, choices, draft: initial, saved, chosen = 0 }: WizardProps) {
  const router = useRouter();
  const toast = useToast();
  const { draft, change, id, saving, flush } = useDraft({ project, draft: initial, saved });
  const { answer, state } = useDataset(draft, id);
  const [at, setAt] = useState<StepId>("subjects");
  // What is missing is said of the parts somebody has been to.
  const [visited, setVisited] = useState<ReadonlySet<StepId>>(new Set());
  /** Opening was asked for: what is missing is counted until nothing is. */
  const [tried, setTried] = useState(false);
  const [confirming, setConfirming] = useState(false);
  /** The run it is to open after. */
  const [awaited, setAwaited] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const designed = protocolsOf(draft.arms);
  const sources = answer?.sources ?? null;
  // With what is left open as it would be chosen now.
  const resolved =
    sources &&
    withSources(
      designed.map(({ protocol }) => protocol),
      sources,
    );
  const arms = designed.map((arm, n) => ({ ...arm, protocol: resolved?.[n] ?? arm.protocol }));
  const protocols = arms.map(({ protocol }) => protocol);
  const kind = subjectKindOfArms(protocols);
  const eligibility = answer && subjectsOf(answer.groups, protocols, draft.selection.sample);
  const design =
    eligibility &&
    designSize({
      subjects: eligibility.subjects,
      arms,
      annotators: draft.annotators.length,
      joinLater: draft.joinLater,
      reserve: draft.quality.reserve,
      before: checksBeforeWork(draft.quality, draft.selection.sample),
      guarded: { quality: draft.quality, gold: answer.gold },
      twoVersions: answer.twoVersions,
    });
  const invalid = invalidIn(project, draft);
  const runs = choices.runs.filter(({ datasetId }) => datasetId === draft.dataset);
  const run = runs.find(({ id }) => id === awaited);
  const problems: DesignProblem[] = [
    ...problemsOf({ ...draft, annotators: draft.annotators.length }),
    ...[...invalid].map(([field, message]): DesignProblem => ({ part: partOf(field), message })),
    ...(design?.warnings ?? []).flatMap(({ about, reason, fix }): DesignProblem[] =>
      UNOPENABLE.includes(about) ? [{ part: "quality", message: `${reason} ${fix}` }] : [],
    ),
    // What a run is to draft may be just what subjects lack now.
    ...(run ? [] : (design?.blockers ?? [])).map((message): DesignProblem => ({ part: "subjects", message })),
  ];
  const told = (part: DesignSection) =>
    visited.has(part) ? problems.filter((problem) => problem.part === part) : [];
  const toldAs = (part: DesignSection, field?: DesignProblem["field"]) =>
    told(part).find((problem) => field === undefined || problem.field === field)?.message;

  function go(to: StepId) {
    setVisited((before) => new Set(before).add(at));
    setAt(to);
    // The new step is read out, and begins at its top.
    requestAnimationFrame(() => heading.current?.focus());
  }
  const place = STEPS.findIndex((step) => step.id === at);
  const [before, after] = [STEPS[place - 1], STEPS[place + 1]];

  function askToOpen() {
    setTrouble(null);
    const [first] = problems;
    if (!first) {
      setConfirming(true);
      return;
    }
    setTried(true);
    setVisited(new Set(PARTS));
    setAt(first.part);
    requestAnimationFrame(() => heading.current?.focus());
  }

  async function open() {
    setTrouble(null);
    const kept = await flush();
    if (!kept) {
      setTrouble("The draft could not be saved, so it was not opened.");
      return;
    }
    const path = `/api/v1/batches/${kept}`;
    const answer = run
      ? await callApi<{ slots?: number }>("POST", `${path}/wait`, { run: run.id })
      : await callApi<{ slots?: number }>("POST", `${path}/open`, {});
    if (!answer.ok) {
      const not = run ? "does not wait" : "was not opened";
      setTrouble(`The batch is saved as a draft, but ${not}. ${answer.error.message}`);
      return;
    }
    toast.show({
      title: run ? `The batch waits for ${run.name}` : "Batch opened",
      description: run
        ? undefined
        : `${formatQuantity(answer.value.slots ?? 0, "assignment")} can be claimed.`,
      tone: "positive",
    });
    router.push(`/projects/${project}/batches/${kept}`);
    router.refresh();
  }

  async function leave(to: (id: string) => string) {
    const kept = await flush();
    if (!kept) return;
    router.push(to(kept));
    router.refresh();
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-6">
        <nav aria-label="Parts of the design">
          <ol className="flex flex-wrap gap-0.5">
            {STEPS.map(({ id: part, label }, index) => {
              const count = part === "review" ? 0 : told(part).length;
              return (
                <li key={part}>
                  <button
                    type="button"
                    aria-current={part === at ? "step" : undefined}
                    onClick={() => go(part)}
                    className={clsx(
                      "inline-flex h-8 items-center gap-1.5 rounded-md border px-2 text-sm transition-colors",
                      part === at
                        ? "border-accent bg-accent-soft font-medium"
                        : "border-transparent text-muted hover:bg-hover hover:text-ink",
                    )}
                  >
                    <span aria-hidden="true" className="text-xs tabular-nums">
                      {index + 1}
                    </span>
                    {label}
                    {count > 0 && (
                      <span className="inline-flex items-center gap-0.5 text-xs text-danger">
                        <CircleAlert aria-hidden="true" className="size-3.5" />
                        <span className="sr-only">, {count} missing</span>
                      </span>
                    )}
                  </button>
                </li>
              );
            })}
          </ol>
        </nav>
        <h2 ref={heading} tabIndex={-1} className="sr-only">
          Step {place + 1} of {STEPS.length}: {STEPS[place]?.label}
        </h2>
        {trouble && <Banner tone="danger" title={trouble} live />}
        {tried && problems.length > 0 && (
          <Banner
            tone="danger"
            title={`${problems.length === 1 ? "One thing is" : `${problems.length} things are`} missing before it can open`}
            live
          >
            {at === "subjects" &&
              told(at)
                .filter(({ field }) => field === undefined)
                .map(({ message }) => <p key={message}>{message}</p>)}
          </Banner>
        )}
        {saving.state === "stale" && (
          <Banner
            tone="warning"
            title="This draft was changed in another window"
            live
            action={
              <Button size="sm" onClick={() => window.location.reload()}>
                Load it as it is now
              </Button>
            }
          >
            What you change here is not saved any more.
          </Banner>
        )}

        {at === "subjects" && (
          <SubjectsStep
            draft={draft}
            change={change}
            datasets={choices.datasets}
            answer={answer}
            subjects={design?.subjects ?? null}
            kind={kind}
            chosen={chosen}
            nameProblem={toldAs("subjects", "name")}
          />
        )}
        <SourcesProvider
          known={sources && { sources, resolve: (step) => resolvedStep(step, protocols, sources) }}
        >
          {at === "protocol" && (
            <ProtocolStep
              draft={draft}
              change={change}
              groups={answer?.groups ?? null}
              problems={told("protocol")}
            />
          )}
          {at === "arms" && (
            <ArmsStep draft={draft} change={change} kind={kind} problems={told("arms")} invalid={invalid} />
          )}
        </SourcesProvider>
        {at === "annotators" && (
          <AnnotatorsStep
            draft={draft}
            change={change}
            people={choices.people}
            problem={toldAs("annotators")}
          />
        )}
        {at === "guidelines" && (
          <GuidelinesStep
            draft={draft}
            change={change}
            problem={toldAs("guidelines", "guidelines")}
            tooLong={invalid.has("guidelines")}
          />
        )}
        {at === "quality" && (
          <QualityStep
            draft={draft}
            change={change}
            invalid={invalid}
            subjects={eligibility?.subjects ?? null}
            kind={kind}
            gold={answer?.gold ?? null}
            problem={toldAs("quality")}
          />
        )}
        {at === "order" && <OrderStep draft={draft} change={change} kind={kind} invalid={invalid} />}
        {at === "review" && (
          <>
            <Panel title="When it opens">
              <WhenToOpen runs={runs} after={run?.id ?? null} onChange={setAwaited} />
            </Panel>
            <ReviewStep design={design} arms={arms} minutes={answer?.minutes ?? []} kind={kind} />
            <Panel title="Everything else that is set" headingLevel={3}>
              <SettingsList design={draft} />
            </Panel>
          </>
        )}

        <div className="flex justify-between gap-2">
          {before ? <Button onClick={() => go(before.id)}>Back</Button> : <span />}
          {after && (
            <Button variant="primary" onClick={() => go(after.id)}>
              Next: {after.label}
            </Button>
          )}
        </div>
      </div>

      <DesignPanel
        arms={arms}
        kind={kind}
        preset={draft.preset}
        leftOut={eligibility?.leftOut ?? []}
        failed={state === "failed"}
        names={sources && namesIn(sources)}
        design={design}
        onPreview={(arm) => leave((kept) => `/annotate/preview/${kept}?arm=${arm}`)}
        actions={
          <>
            <Button variant="primary" size="lg" className="w-full" onClick={askToOpen}>
              {run ? "Open after the run" : "Open batch"}
            </Button>
            {run && (
              <p className="text-xs text-muted">
                After {run.name}. The numbers are those of now; what it drafts counts when the batch opens.
              </p>
            )}
            <Button
              className="w-full"
              onClick={() => leave((kept) => `/projects/${project}/batches/${kept}`)}
            >
              Leave it as a draft
            </Button>
            <SavingState saving={saving} />
          </>
        }
      />

      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={run ? `Open “${draft.name.trim()}” after the run?` : `Open “${draft.name.trim()}”?`}
        description={
          run ? (
            `The batch opens by itself once ${run.name} has drafted everything. Until then it cannot be changed, ` +
            "and you can take it back. If some of the run fails, or it is cancelled, you decide."
          ) : (
            <OpeningSummary saved={flush} kind={kind} people={draft.annotators.length} dueAt={draft.dueAt} />
          )
        }
        confirmLabel={run ? "Wait for the run" : "Open batch"}
        onConfirm={open}
      />
    </div>
  );
}

/** What the shape of a field does not allow, by its path: such a draft is not saved until it is put right. */
function invalidIn(project: string, draft: Draft): ReadonlyMap<string, string> {
  const parsed = NewBatch.safeParse({ project, ...draft });
  return new Map(parsed.error?.issues.map(({ path, message }) => [path.join("."), message]));
}

function partOf(field: string): DesignSection {
  const [first = "", index] = field.split(".");
  switch (first) {
    case "arms":
      return index === "0" && field.includes("steps") ? "protocol" : "arms";
    case "annotators":
      return "annotators";
    case "guidelines":
      return "guidelines";
    case "quality":
      return "quality";
    case "seed":
    case "leaseMinutes":
    case "dueAt":
      return "order";
    default:
      return "subjects";
  }
}

function SavingState({ saving }: { saving: Saving }) {
  const words = {
    new: "Kept as a draft from the first change on.",
    saved: "Draft saved",
    saving: "Saving …",
    waiting: "Saving …",
    unfinished: "Not saved yet: something is not well formed.",
    failed: "Not saved.",
    stale: "Not saved.",
  };
  return (
    <p role="status" className="text-center text-xs text-muted">
      {words[saving.state]} {saving.state === "failed" && saving.message}
    </p>
  );
}
