"use client";

import { FileSearch } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Ablations, votesText } from "@/app/projects/[project]/drafts/ablations";
import { Flags } from "@/app/projects/[project]/drafts/flags";
import { Messages, ModelText } from "@/app/projects/[project]/drafts/prompt-messages";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Disclosure } from "@/components/ui/disclosure";
import { formatCount, formatDuration, formatMoney, formatQuantity } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { failureWords, selectiveWords } from "@/lib/drafting/rules/wording";
import type { Provenance as Found, ProvenanceCall } from "@/lib/drafting/schema/provenance";
import { type ApiError, callApi } from "@/lib/http/client";
import { isSameModel } from "@/lib/llm/alias";

interface ProvenanceProps {
  /** The draft, rubric version, or unit of a run. */
  of: { draft: string } | { rubricVersion: string } | { run: string; unit: string };
  /** Name of the drafted value, for the button's name: "the value of Clarity". */
  about: string;
  project: string;
}

/**
 * Button and panel with a draft's provenance. For admins and researchers only: it shows what annotators are
 * blinded to.
 */
export function ProvenancePanel({ of, about, project }: ProvenanceProps) {
  const [open, setOpen] = useState(false);
  const path = pathOf(of);
  const made = "unit" in of ? "What was answered" : "How this was drafted";
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="lg"
      title={made}
      description={about}
      trigger={
        <Button
          size="sm"
          variant="quiet"
          aria-label={"unit" in of ? `Answers for ${about}` : `Provenance of ${about}`}
        >
          <FileSearch aria-hidden="true" />
          {"unit" in of ? "Answers" : "Provenance"}
        </Button>
      }
    >
      {open && <Loaded path={`${path}/provenance`} project={project} />}
    </Dialog>
  );
}

function pathOf(of: ProvenanceProps["of"]): string {
  if ("draft" in of) return `/api/v1/drafts/${of.draft}`;
  return "unit" in of
    ? `/api/v1/runs/${of.run}/units/${of.unit}`
    : `/api/v1/rubric-versions/${of.rubricVersion}`;
}

function Loaded({ path, project }: { path: string; project: string }) {
  const [found, setFound] = useState<Found | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    callApi<Found>("GET", path, undefined, { signal: stop.signal }).then((answer) => {
      if (stop.signal.aborted) return;
      if (answer.ok) setFound(answer.value);
      else setError(answer.error);
    });
    return () => stop.abort();
  }, [path]);
  if (error)
    return <Banner tone={error.code === "no-provenance" ? "info" : "danger"} title={error.message} live />;
  if (!found)
    return (
      <div className="grid gap-2">
        <p role="status" className="sr-only">
          Loading
        </p>
        <Skeleton className="h-4 w-64" />
        <Skeleton className="h-40 w-full" />
      </div>
    );
  return <Shown found={found} project={project} />;
}

function Shown({
  found: { method, params, run, flags, undecided, votes, selective, ablations, calls },
  project,
}: {
  found: Found;
  project: string;
}) {
  const given = Object.entries(params);
  return (
    <div className="grid gap-5 text-sm">
      <Facts>
        <Fact label="Method">
          {method.title ?? method.id}
          <span className="block text-xs text-muted">
            <span className="font-mono">{method.id}</span>, version {method.version}
          </span>
        </Fact>
        <Fact label="Run">
          <Link href={`/projects/${project}/drafts/${run.id}`} className="text-accent hover:underline">
            {run.name}
          </Link>
        </Fact>
        {given.length > 0 && (
          <Fact label="Parameters">
            <span className="wrap-anywhere">
              {given.map(([name, value]) => `${name}: ${String(value)}`).join(", ")}
            </span>
          </Fact>
        )}
        {undecided && <Fact label="Why there is no value">{failureWords(undecided)}</Fact>}
        {votes && votes.length > 1 && <Fact label="Votes">{votesText(votes)}</Fact>}
        {selective && <Fact label="Use of the checklist">{selectiveWords(selective)}</Fact>}
      </Facts>
      <Flags flags={flags} />
      {ablations && ablations.length > 0 && <Ablations ablations={ablations} />}
      {calls.length === 0 ? (
        <p className="text-muted">No call was made for it.</p>
      ) : (
        <ol className="grid gap-4">
          {calls.map((call, at) => (
            <li key={`${call.key} ${call.attempt}`} className="rounded-md border">
              <Call call={call} n={at + 1} of={calls.length} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Call({ call, n, of }: { call: ProvenanceCall; n: number; of: number }) {
  const { model, usage, samplingSent, samplingDropped } = call;
  const isOther = model.returned !== null && !isSameModel(model.requested, model.returned);
  return (
    <section aria-label={`Call ${n}`} className="grid gap-3 p-4">
      <header className="flex flex-wrap items-center gap-2">
        <h3 className="text-base">
          Call {formatCount(n)} of {formatCount(of)}
        </h3>
        <span className="font-mono text-xs text-muted">{call.key}</span>
        {call.attempt > 0 && <Badge>attempt {formatCount(call.attempt + 1)}</Badge>}
        {call.cached && <Badge>from cache</Badge>}
        {call.refusal && <Badge tone="warning">refused</Badge>}
      </header>
      <CallFacts
        model={model}
        isOther={isOther}
        call={call}
        samplingSent={samplingSent}
        samplingDropped={samplingDropped}
        usage={usage}
      />
      <p>
        {call.parseCode === null ? (
          <>
            <span className="text-muted">Read as: </span>
            <code className="text-xs wrap-anywhere whitespace-pre-wrap">{JSON.stringify(call.parsed)}</code>
          </>
        ) : (
          <span className="text-warning">
            {failureWords(call.parseCode)} <span className="text-xs">({call.parseCode})</span>
          </span>
        )}
      </p>
      <Flags flags={call.repairedPrompt ? [...call.flags, "repaired_prompt"] : call.flags} />
      <Disclosure summary={`Prompt, ${formatQuantity(call.messages.length, "message")}`}>
        <Messages messages={call.messages} />
      </Disclosure>
      {call.schema !== null && (
        <Disclosure summary="Requested form of the answer">
          <ModelText text={JSON.stringify(call.schema, null, 2)} label="JSON schema" />
        </Disclosure>
      )}
      {call.reasoning && (
        <Disclosure summary="Reasoning of the model">
          <ModelText text={call.reasoning} label="Reasoning" />
        </Disclosure>
      )}
      <Disclosure summary="Raw answer" open>
        {call.text === null || call.text === "" ? (
          <p className="text-muted">There was no answer.</p>
        ) : (
          <ModelText text={call.text} label="Raw answer" />
        )}
        {call.finishReason && call.finishReason !== "stop" && (
          <p className="pt-1 text-xs text-warning">Finish reason: {call.finishReason}.</p>
        )}
      </Disclosure>
    </section>
  );
}

interface CallFactsProps {
  model: ProvenanceCall["model"];
  isOther: boolean;
  call: ProvenanceCall;
  samplingSent: ProvenanceCall["samplingSent"];
  samplingDropped: ProvenanceCall["samplingDropped"];
  usage: ProvenanceCall["usage"];
}

/** Model, sampling, tokens, cost and time of the call. */
function CallFacts({ model, isOther, call, samplingSent, samplingDropped, usage }: CallFactsProps) {
  return (
    <Facts>
      <Fact label="Model requested">
        <span className="wrap-anywhere">{model.requested}</span>
      </Fact>
      <Fact label="Model that answered">
        <span className="wrap-anywhere">{model.returned ?? "not reported"}</span>
        {isOther && <span className="block text-xs text-warning">not the model requested</span>}
      </Fact>
      <Fact label="Sampling requested">{settings(call.samplingRequested)}</Fact>
      <Fact label="Sampling sent">
        {samplingSent ? settings(samplingSent) : "nothing was sent"}
        {samplingDropped.length > 0 && (
          <span className="block text-xs text-warning">left out: {samplingDropped.join(", ")}</span>
        )}
      </Fact>
      <Fact label="Tokens">
        {usage
          ? `${tokens(usage.input)} in, ${tokens(usage.output)} out${usage.reasoning ? `, ${tokens(usage.reasoning)} of them reasoning` : ""}`
          : "not reported"}
      </Fact>
      <Fact label="Cost">
        {call.costMicros === null ? "unknown" : formatMoney(call.costMicros, call.currency)}
      </Fact>
      <CallTime call={call} />
      <Fact label="Template">
        {call.template.id}, version {call.template.version}
        <span className="block truncate font-mono text-xs text-muted" title={call.template.hash}>
          {call.template.hash.slice(0, 12)}
        </span>
      </Fact>
      {call.order && <Fact label="Order shown">{call.order === "AB" ? "A, then B" : "B, then A"}</Fact>}
      <Fact label="Address">
        <span className="font-mono text-xs wrap-anywhere">{call.base}</span>
      </Fact>
      {call.requestId && (
        <Fact label="Provider’s request id">
          <span className="font-mono text-xs wrap-anywhere">{call.requestId}</span>
        </Fact>
      )}
    </Facts>
  );
}

function CallTime({ call }: { call: ProvenanceCall }) {
  return (
    <Fact label="Time">
      {call.latencyMs === null ? "unknown" : formatDuration(call.latencyMs)},{" "}
      <Time at={new Date(call.at).toISOString()} />
      {call.httpAttempts.length > 1 && (
        <span className="block text-xs text-muted">
          {formatQuantity(call.httpAttempts.length, "HTTP request")}
        </span>
      )}
    </Fact>
  );
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">{children}</dl>;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function settings(sampling: object): string {
  const set = Object.entries(sampling).filter(([, value]) => value !== undefined && value !== null);
  return set.length === 0 ? "none" : set.map(([name, value]) => `${name} ${String(value)}`).join(", ");
}

function tokens(count: number | undefined): string {
  return count === undefined ? "?" : formatCount(count);
}
