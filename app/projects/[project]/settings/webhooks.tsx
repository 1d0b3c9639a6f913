"use client";

import { Ellipsis, Send, Webhook } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Deliveries } from "@/app/projects/[project]/settings/deliveries";
import { NewWebhookDialog } from "@/app/projects/[project]/settings/new-webhook";
import { EventChoice } from "@/app/projects/[project]/settings/webhook-events";
import { DocsLink } from "@/components/shell/docs-link";
import { Badge, type Tone } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { EmptyState } from "@/components/ui/empty-state";
import { Form } from "@/components/ui/form";
import { IconButton } from "@/components/ui/icon-button";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { EventName } from "@/lib/events/schema";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import { EVENT_WORDS, WEBHOOK_STATE_LABELS } from "@/lib/webhook/rules";
import type { WebhookView } from "@/lib/webhook/schema";

interface WebhooksProps {
  project: string;
  webhooks: readonly WebhookView[];
  archived: boolean;
  /** The installation can encrypt their secrets. */
  canEncrypt: boolean;
}

/** Webhooks of a project. */
export function Webhooks({ project, webhooks, archived, canEncrypt }: WebhooksProps) {
  const add = !archived && canEncrypt && <NewWebhookDialog project={project} />;
  return (
    <Panel
      id="webhooks"
      flush
      title="Webhooks"
      description={
        <>
          URLs that receive events when a batch or a drafting run is over.{" "}
          <DocsLink href="/docs/reference/webhooks">Event reference</DocsLink>
        </>
      }
      actions={webhooks.length > 0 && add}
    >
      {!canEncrypt && (
        <Banner tone="warning" title="Secrets cannot be stored on this installation" className="m-4">
          The operator of this installation has set no LLM_KEY_SECRET.
        </Banner>
      )}
      {webhooks.length === 0 ? (
        <EmptyState icon={<Webhook />} title="No webhooks" action={add || undefined}>
          Countersign sends a signed message to the address of your program, and tries again for up to three
          days until the program accepts it. It contains ids, states and counts, never texts or names.
        </EmptyState>
      ) : (
        <ul className="divide-y">
          {webhooks.map((webhook) => (
            <li key={webhook.id}>
              <WebhookLine webhook={webhook} archived={archived} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const TONES: Record<WebhookView["state"], Tone> = { on: "positive", paused: "neutral", off: "danger" };

function WebhookLine({ webhook, archived }: { webhook: WebhookView; archived: boolean }) {
  const { id, url, events, state, failingSince } = webhook;
  const [open, setOpen] = useState(false);
  const [tests, setTests] = useState(0);
  const [doing, setDoing] = useState<"change" | "remove">();
  const { busy, error, send } = useRequest();
  const toast = useToast();
  const router = useRouter();
  const path = `/api/v1/webhooks/${id}`;
  const stop = () => setDoing(undefined);

  async function test() {
    if (!(await send(() => callApi("POST", `${path}/test`, {})))) return;
    setOpen(true);
    setTests((times) => times + 1);
  }

  async function pause(paused: boolean) {
    if (!(await send(() => callApi("PATCH", path, { paused })))) return;
    toast.show({ tone: "positive", title: paused ? "Webhook paused" : "Webhook switched on" });
    router.refresh();
  }

  async function remove() {
    setOpen(false);
    if (await send(() => callApi("DELETE", path))) toast.show({ tone: "positive", title: "Webhook removed" });
    router.refresh();
  }

  return (
    <article aria-label={url} className="grid gap-3 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <WebhookSummary webhook={webhook} />
        <WebhookButtons
          state={state}
          archived={archived}
          test={test}
          busy={busy}
          pause={pause}
          url={url}
          setDoing={setDoing}
        />
      </div>
      {error && <Banner tone="danger" title={error.message} live />}
      {state === "off" && (
        <Banner tone="danger" title="Switched off, because no delivery succeeded">
          {failingSince && (
            <>
              Every attempt has failed since <Time at={new Date(failingSince).toISOString()} />.{" "}
            </>
          )}
          Repair the receiver, switch the webhook on, and resend the deliveries that it missed.
        </Banner>
      )}
      {state === "on" && failingSince && (
        <p className="text-warning">
          Failing since <Time at={new Date(failingSince).toISOString()} />
        </p>
      )}
      <div>
        <Button size="sm" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Hide deliveries" : "Show deliveries"}
        </Button>
        {open && <Deliveries key={tests} webhook={id} url={url} canSend={state === "on" && !archived} />}
      </div>
      {doing === "change" && <ChangeEvents path={path} events={events} onDone={stop} />}
      {doing === "remove" && <RemoveDialog stop={stop} remove={remove} />}
    </article>
  );
}

/** Address, state and events of the webhook. */
function WebhookSummary({ webhook }: { webhook: WebhookView }) {
  const { url, state, events, secretLastFour } = webhook;
  return (
    <div className="grid min-w-0 gap-0.5">
      <p className="flex flex-wrap items-center gap-2">
        <bdi className="font-mono text-xs wrap-anywhere">{url}</bdi>
        <Badge tone={TONES[state]}>{WEBHOOK_STATE_LABELS[state]}</Badge>
      </p>
      <p className="text-muted">
        {events.map((event) => EVENT_WORDS[event].label).join(" · ")} · secret ends in{" "}
        <span className="font-mono">{secretLastFour}</span>
      </p>
    </div>
  );
}

interface WebhookButtonsProps {
  state: WebhookView["state"];
  archived: boolean;
  test: () => Promise<void>;
  busy: boolean;
  pause: (paused: boolean) => Promise<void>;
  url: WebhookView["url"];
  setDoing: (value: "remove" | "change" | undefined) => void;
}

/** Tests the webhook, switches it on, or changes it. */
function WebhookButtons({ state, archived, test, busy, pause, url, setDoing }: WebhookButtonsProps) {
  return (
    <div className="flex items-center gap-2">
      {state === "on" && !archived && (
        <Button size="sm" onClick={test} busy={busy}>
          <Send aria-hidden="true" />
          Send a test event
        </Button>
      )}
      {state !== "on" && !archived && (
        <Button size="sm" onClick={() => pause(false)} busy={busy}>
          Switch on
        </Button>
      )}
      {!archived && (
        <DropdownMenu
          label={`More for ${url}`}
          trigger={
            <IconButton size="sm" label={`More for ${url}`}>
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
          items={[
            { label: "Change its events", onSelect: () => setDoing("change") },
            ...(state === "on" ? [{ label: "Pause", onSelect: () => void pause(true) }] : []),
            "separator",
            { label: "Remove", danger: true, onSelect: () => setDoing("remove") },
          ]}
        />
      )}
    </div>
  );
}

function RemoveDialog({ stop, remove }: { stop: () => void; remove: () => Promise<void> }) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => !next && stop()}
      danger
      title="Remove this webhook?"
      description="Its secret and the record of its deliveries are destroyed. Nothing more is sent."
      confirmLabel="Remove webhook"
      onConfirm={remove}
    />
  );
}

function ChangeEvents({
  path,
  events: before,
  onDone,
}: {
  path: string;
  events: readonly EventName[];
  onDone: () => void;
}) {
  const [events, setEvents] = useState(before);
  const { busy, error, send } = useRequest();
  const router = useRouter();

  async function save() {
    if (!(await send(() => callApi("PATCH", path, { events })))) return;
    onDone();
    router.refresh();
  }

  return (
    <Dialog open onOpenChange={(next) => !next && onDone()} title="Events">
      <Form
        place="dialog"
        onSubmit={save}
        error={error}
        busy={busy}
        verb="Save"
        disabled={events.length === 0}
      >
        <EventChoice events={events} onChange={setEvents} />
      </Form>
    </Dialog>
  );
}
