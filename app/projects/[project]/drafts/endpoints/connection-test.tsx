"use client";

import { Check, Minus, PlugZap, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { formatDuration } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import { failureWords } from "@/lib/drafting/rules/wording";
import type { EndpointView, Probe } from "@/lib/drafting/schema/endpoints";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import { isSameModel } from "@/lib/llm/alias";

const PROBES = [
  ["text", "Text"],
  ["jsonSchema", "JSON schema"],
  ["temperature", "Temperature"],
  ["seed", "Seed"],
  ["embedding", "Embeddings"],
] as const;

const EVERY = 1_000;
/** Milliseconds after which the worker is presumed not to run. */
const PATIENCE = 120_000;

/** Has the worker test the endpoint, and shows the results. */
export function ConnectionTest({ endpoint, readOnly }: { endpoint: EndpointView; readOnly: boolean }) {
  const [latest, setLatest] = useState(endpoint);
  const [requestedAt, setRequestedAt] = useState<number | null>(null);
  const [late, setLate] = useState(false);
  const { busy, error, send } = useRequest();
  const router = useRouter();
  const path = `/api/v1/endpoints/${endpoint.id}`;
  const { test } = latest;

  useEffect(() => {
    if (requestedAt === null) return;
    const stop = new AbortController();
    const look = async () => {
      const answer = await callApi<EndpointView>("GET", path, undefined, { signal: stop.signal });
      if (stop.signal.aborted) return;
      const isDone = answer.ok && isCurrent(answer.value);
      if (answer.ok) setLatest(answer.value);
      if (isDone || Date.now() - requestedAt > PATIENCE) {
        setRequestedAt(null);
        setLate(!isDone);
        router.refresh();
      } else timer = setTimeout(look, EVERY);
    };
    let timer = setTimeout(look, EVERY);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [requestedAt, path, router]);

  async function start() {
    const begun = await send(() => callApi<EndpointView>("POST", `${path}/test`, {}));
    if (!begun) return;
    setLatest(begun);
    setLate(false);
    setRequestedAt(Date.now());
  }

  return (
    <section aria-label={`Connection of ${endpoint.name}`} className="grid gap-3 border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted" role="status">
          {requestedAt !== null ? (
            "Trying the connection…"
          ) : test ? (
            <>
              Tested <Time at={test.at} />
              {test.milliseconds !== undefined && `, first answer after ${formatDuration(test.milliseconds)}`}
            </>
          ) : (
            "Never tested."
          )}
        </p>
        {!readOnly && (
          <Button onClick={start} busy={busy || requestedAt !== null}>
            <PlugZap aria-hidden="true" />
            Test this connection
          </Button>
        )}
      </div>
      {error && <Banner tone="danger" title={error.message} live />}
      {late && (
        <Banner tone="warning" title="There is no result yet" live>
          The worker of this installation tests connections. Ask its operator whether it is running.
        </Banner>
      )}
      {test && requestedAt === null && (
        <>
          {test.modelReturned !== undefined && !isSameModel(test.model, test.modelReturned) && (
            <Banner tone="warning" title="Another model answered">
              {test.model} was asked for, and {test.modelReturned} answered. Both are kept with every draft.
            </Banner>
          )}
          <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
            {PROBES.map(([name, label]) => (
              <Outcome key={name} label={label} probe={test[name]} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function isCurrent({ test, testRequestedAt }: EndpointView): boolean {
  return test !== null && testRequestedAt !== null && new Date(test.at) >= new Date(testRequestedAt);
}

function Outcome({ label, probe: { works, failure } }: { label: string; probe: Probe }) {
  const Icon = works === null ? Minus : works ? Check : X;
  const colour = works === null ? "text-muted" : works ? "text-positive" : "text-danger";
  return (
    <li className="flex max-w-xs items-start gap-1.5">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${colour}`} />
      <span className="grid">
        <span>
          {label}: {works === null ? "not tried" : works ? "works" : "does not work"}
        </span>
        {failure && <span className="text-xs text-muted">{failureWords(failure)}</span>}
      </span>
    </li>
  );
}
