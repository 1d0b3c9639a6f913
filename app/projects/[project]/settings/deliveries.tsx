"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Badge, type Tone } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ListTable } from "@/components/ui/list-table";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { type ApiError, callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import { DELIVERY_STATE_LABELS, eventLabel, outcomeWords } from "@/lib/webhook/rules";
import type { DeliveryState, DeliveryView } from "@/lib/webhook/schema";

const EVERY = 1500;
/** Retries later than this are not waited for, in milliseconds. */
const SOON = 60_000;

interface DeliveriesProps {
  webhook: string;
  url: string;
  canSend: boolean;
}

/** Latest deliveries of a webhook, live while a retry is near. */
export function Deliveries({ webhook, url, canSend }: DeliveriesProps) {
  const [deliveries, setDeliveries] = useState<readonly DeliveryView[]>();
  const [failure, setFailure] = useState<ApiError>();
  const [reloads, setReloads] = useState(0);
  const { busy, error, send } = useRequest();
  const router = useRouter();
  const path = `/api/v1/webhooks/${webhook}/deliveries`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: sending one again begins to follow anew
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waited = false;
    const look = async () => {
      const answer = await callApi<{ items: DeliveryView[] }>("GET", `${path}?limit=50`, undefined, {
        signal: stop.signal,
      });
      if (stop.signal.aborted) return;
      setFailure(answer.ok ? undefined : answer.error);
      if (!answer.ok) return;
      setDeliveries(answer.value.items);
      const waits = canSend && answer.value.items.some(isDueSoon);
      if (waits) timer = setTimeout(look, EVERY);
      // The result may have changed the webhook's state.
      else if (waited) router.refresh();
      waited = waits;
    };
    void look();
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [path, reloads, canSend, router]);

  async function again(id: string) {
    if (await send(() => callApi("POST", `${path}/${id}/redeliver`, {}))) setReloads((times) => times + 1);
  }

  const problem = failure ?? error;
  return (
    <div className="grid gap-2 pt-2">
      {problem && <Banner tone="danger" title={problem.message} live />}
      {!deliveries && !failure && <Skeleton className="h-16" />}
      {deliveries?.length === 0 && <p className="text-muted">Nothing was sent in the last 30 days.</p>}
      {deliveries && deliveries.length > 0 && (
        <ListTable
          label={`Deliveries to ${url}`}
          bare
          columns={[
            { header: "Event", className: "max-sm:sr-only" },
            { header: "State", className: "max-sm:sr-only" },
            { header: "Last attempt", className: "max-sm:sr-only" },
            { header: "Send again", unseen: true },
          ]}
        >
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} canSend={canSend} busy={busy} again={again} />
          ))}
        </ListTable>
      )}
    </div>
  );
}

interface DeliveryRowProps {
  delivery: DeliveryView;
  canSend: boolean;
  busy: boolean;
  again: (id: string) => Promise<void>;
}

function DeliveryRow({ delivery, canSend, busy, again }: DeliveryRowProps) {
  return (
    <tr className="align-top max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-y-1 max-sm:py-2 max-sm:*:p-0!">
      <td className="whitespace-nowrap">
        {eventLabel(delivery.type)}
        <span className="block text-xs text-muted">
          <Time at={new Date(delivery.createdAt).toISOString()} />
        </span>
      </td>
      <td className="max-sm:text-right">
        <Badge tone={TONES[delivery.state]}>{DELIVERY_STATE_LABELS[delivery.state]}</Badge>
      </td>
      <td>
        <LastAttempt delivery={delivery} />
      </td>
      <td className="text-right max-sm:self-center">
        {canSend && delivery.state !== "waiting" && (
          <Button size="sm" variant="quiet" busy={busy} onClick={() => again(delivery.id)}>
            Send again
          </Button>
        )}
      </td>
    </tr>
  );
}

const TONES: Record<DeliveryState, Tone> = { waiting: "neutral", delivered: "positive", failed: "danger" };

function LastAttempt({ delivery }: { delivery: DeliveryView }) {
  const words = outcomeWords(delivery);
  const { attempts, triedAt, nextAt, state } = delivery;
  return (
    <>
      {words ?? <span className="text-muted">none yet</span>}
      <span className="block text-xs text-muted">
        {triedAt && (
          <>
            {attempts > 1 && `attempt ${attempts}, `}
            <Time at={new Date(triedAt).toISOString()} />
          </>
        )}
        {state === "waiting" && nextAt && triedAt && (
          <>
            , next <Time at={new Date(nextAt).toISOString()} show="time" />
          </>
        )}
      </span>
    </>
  );
}

function isDueSoon({ state, nextAt }: DeliveryView): boolean {
  return state === "waiting" && nextAt !== null && new Date(nextAt).getTime() < Date.now() + SOON;
}
