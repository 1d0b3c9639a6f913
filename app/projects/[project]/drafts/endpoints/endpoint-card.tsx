"use client";

import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { ConnectionTest } from "@/app/projects/[project]/drafts/endpoints/connection-test";
import { EndpointDialog, PROVIDER_WORDS } from "@/app/projects/[project]/drafts/endpoints/endpoint-dialog";
import { Prices } from "@/app/projects/[project]/drafts/endpoints/prices";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatCount, formatMoney, formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import type { EndpointView } from "@/lib/drafting/schema/endpoints";
import { callApi } from "@/lib/http/client";

interface EndpointCardProps {
  project: string;
  endpoint: EndpointView;
  allowed: readonly string[];
  readOnly: boolean;
}

/** An endpoint: address, limits, spending, and test results. */
export function EndpointCard({ project, endpoint, allowed, readOnly }: EndpointCardProps) {
  const [removing, setRemoving] = useState(false);
  const router = useRouter();
  const toast = useToast();
  const { id, name, provider, baseUrl, keyLastFour, model, embeddingModel, currency, brokenUntil } = endpoint;
  const isHydrated = useIsHydrated();
  const isBroken = isHydrated && brokenUntil !== null && new Date(brokenUntil) > new Date();
  const refused = Object.entries(endpoint.refused).filter(([, settings]) => settings.length > 0);

  async function remove() {
    const answer = await callApi("DELETE", `/api/v1/endpoints/${id}`);
    if (answer.ok) toast.show({ tone: "positive", title: `${name} removed` });
    else
      toast.show({
        tone: "danger",
        title: "The endpoint was not removed",
        description: answer.error.message,
      });
    router.refresh();
  }

  return (
    <Panel
      title={<bdi>{name}</bdi>}
      description={
        <span className="wrap-anywhere">
          {PROVIDER_WORDS[provider]} · <span className="font-mono text-xs">{baseUrl}</span>
        </span>
      }
      actions={
        !readOnly && (
          <>
            <EndpointDialog project={project} endpoint={endpoint} allowed={allowed} />
            <Button variant="quiet" onClick={() => setRemoving(true)} aria-label={`Remove ${name}`}>
              <Trash2 aria-hidden="true" />
              Remove
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-5">
        {isBroken && (
          <Banner tone="warning" title="No requests are sent to it at the moment">
            All recent requests failed. The next attempt is <Time at={new Date(brokenUntil).toISOString()} />.
          </Banner>
        )}
        <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2 lg:grid-cols-4">
          <Fact label="Model">
            <span className="wrap-anywhere">{model}</span>
            {embeddingModel && <span className="block text-xs text-muted">embeddings: {embeddingModel}</span>}
          </Fact>
          <Fact label="Key">
            {keyLastFour === null ? (
              <span className="text-muted">none</span>
            ) : (
              <>
                <span className="sr-only">ends in </span>
                <span aria-hidden="true">…</span>
                <span className="font-mono">{keyLastFour}</span>
              </>
            )}
          </Fact>
          <EndpointLimits endpoint={endpoint} />
          <EndpointSpent endpoint={endpoint} currency={currency} name={name} />
        </dl>
        {refused.length > 0 && (
          <p className="text-xs text-muted">
            Settings that are not sent, because the model refused them:{" "}
            {refused.map(([which, settings]) => `${which}: ${settings.join(", ")}`).join("; ")}.
          </p>
        )}
        <ConnectionTest endpoint={endpoint} readOnly={readOnly} />
        <Prices endpoint={endpoint} readOnly={readOnly} />
      </div>
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={`Remove ${name}?`}
        description="Its key is destroyed. Drafts made with it are kept, with their provenance."
        confirmLabel="Remove endpoint"
        danger
        onConfirm={remove}
      />
    </Panel>
  );
}

function EndpointLimits({ endpoint }: { endpoint: EndpointView }) {
  return (
    <Fact label="Limits">
      {formatQuantity(endpoint.requestsPerMinute, "request")} a minute, {formatCount(endpoint.concurrency)} at
      a time
      {endpoint.tokensPerMinute !== null && (
        <span className="block text-xs text-muted">
          {formatQuantity(endpoint.tokensPerMinute, "token")} a minute
        </span>
      )}
      <span className="block text-xs text-muted">
        given up after {formatQuantity(endpoint.timeoutSeconds, "second")}, answers up to{" "}
        {formatCount(endpoint.answerMegabytes)} MB
      </span>
    </Fact>
  );
}

/** The amount spent there, and its share of the budget. */
function EndpointSpent({
  endpoint,
  currency,
  name,
}: {
  endpoint: EndpointView;
  currency: EndpointView["currency"];
  name: EndpointView["name"];
}) {
  return (
    <Fact label="Spent">
      <span className="tabular-nums">
        {formatMoney(endpoint.spentMicros, currency)}
        {endpoint.budgetMicros !== null && ` of ${formatMoney(endpoint.budgetMicros, currency)}`}
      </span>
      {endpoint.testsMicros > 0 && (
        <span className="block text-xs text-muted tabular-nums">
          {formatMoney(endpoint.testsMicros, currency)} of it for tests of the connection
        </span>
      )}
      {endpoint.budgetMicros === null ? (
        <span className="block text-xs text-muted">no budget set</span>
      ) : (
        <ProgressBar
          label={`Budget of ${name} spent`}
          value={endpoint.spentMicros}
          max={endpoint.budgetMicros}
          text={`${formatMoney(endpoint.spentMicros, currency)} of ${formatMoney(endpoint.budgetMicros, currency)}`}
          tone={endpoint.spentMicros >= endpoint.budgetMicros ? "danger" : "accent"}
          className="mt-1.5"
        />
      )}
    </Fact>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-xs text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
