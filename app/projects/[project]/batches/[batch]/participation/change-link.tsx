"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { LinkLine } from "@/app/projects/[project]/batches/[batch]/participation/link-line";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** Formats a moment for a datetime-local input: local time without a zone. */
function localInput(at: string | null): string {
  if (!at) return "";
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Form for what can change in a used link: name, quota, end. */
export function ChangeLink({ link, onClose }: { link: LinkLine; onClose: () => void }) {
  const [name, setName] = useState(link.name);
  const [quota, setQuota] = useState(String(link.quota));
  const [until, setUntil] = useState(localInput(link.until));
  const request = useRequest();
  const { error, send } = request;
  const router = useRouter();

  async function save() {
    const expiresAt = until ? new Date(until).toISOString() : null;
    const body = { name, quota: Number(quota), expiresAt };
    if (!(await send(() => callApi("PATCH", `/api/v1/participation/${link.id}`, body)))) return false;
    router.refresh();
    return true;
  }

  return (
    <FormDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Change ${link.name}`}
      request={request}
      verb="Save"
      onSubmit={save}
    >
      <Field label="Name" required error={problemWith(error, "name")}>
        <Input value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field
        label="Participants"
        required
        hint="With fewer places than are taken, nobody new is admitted; present participants can continue."
        error={problemWith(error, "quota")}
      >
        <Input type="number" min={1} value={quota} onChange={(event) => setQuota(event.target.value)} />
      </Field>
      <Field label="Open until" hint="Empty: until you close it." error={problemWith(error, "expiresAt")}>
        <Input type="datetime-local" value={until} onChange={(event) => setUntil(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
