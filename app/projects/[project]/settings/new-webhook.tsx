"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { EventChoice } from "@/app/projects/[project]/settings/webhook-events";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { ShownOnceInDialog } from "@/components/ui/shown-once";
import { type EventName, RARE_EVENTS } from "@/lib/events/schema";
import { type ApiError, callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import type { CreatedWebhook } from "@/lib/webhook/schema";

/** Dialog that creates a webhook and shows its secret, once. */
export function NewWebhookDialog({ project }: { project: string }) {
  const [open, setOpen] = useState(false);
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<readonly EventName[]>(RARE_EVENTS);
  const [secret, setSecret] = useState<string>();
  const { busy, error, send } = useRequest();
  const router = useRouter();
  const path = `/api/v1/projects/${project}/webhooks`;

  async function submit() {
    const made = await send(() => callApi<CreatedWebhook>("POST", path, { url, events }));
    if (!made) return;
    setSecret(made.secret);
  }

  function change(next: boolean) {
    setOpen(next);
    if (next) return;
    // Not before: with the first webhook, the empty state that contains this dialog disappears.
    if (secret) router.refresh();
    setSecret(undefined);
    setUrl("");
    setEvents(RARE_EVENTS);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={secret ? "Copy the secret now" : "New webhook"}
      description={
        secret
          ? "It is shown only now. The receiver checks with it that a message is from here. Headers and signature are those of Standard Webhooks (standardwebhooks.com)."
          : undefined
      }
      trigger={<Button>New webhook</Button>}
    >
      {secret ? (
        <ShownOnceInDialog text={secret} label="Copy secret" onDone={() => change(false)} />
      ) : (
        <Form
          place="dialog"
          onSubmit={submit}
          error={error && { ...error, message: reasonOf(error) }}
          busy={busy}
          verb="Add webhook"
          disabled={events.length === 0}
        >
          <AddressField error={error} url={url} setUrl={setUrl} />
          <EventChoice events={events} onChange={setEvents} />
        </Form>
      )}
    </Dialog>
  );
}

function AddressField({
  error,
  url,
  setUrl,
}: {
  error: ApiError | undefined;
  url: string;
  setUrl: (value: string) => void;
}) {
  return (
    <Field
      label="Address"
      required
      hint="https on port 443, with a public name. It cannot be changed later."
      error={problemWith(error, "url")}
    >
      <Input
        type="url"
        value={url}
        maxLength={500}
        placeholder="https://example.org/countersign"
        onChange={(event) => setUrl(event.target.value)}
      />
    </Field>
  );
}

/** Error message with the reason why an address is refused. */
function reasonOf({ message, detail }: { message: string; detail?: unknown }): string {
  const isReason = typeof detail === "object" && detail !== null && "reason" in detail;
  return isReason ? String(detail.reason) : message;
}
