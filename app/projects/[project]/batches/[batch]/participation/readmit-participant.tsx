"use client";

import { MonitorSmartphone } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** Lets a participant continue in another browser. */
export function ReadmitParticipant({
  link,
}: {
  link: { id: string; name: string; personParameter: string };
}) {
  const [open, setOpen] = useState(false);
  const [person, setPerson] = useState("");
  const { busy, error, send } = useRequest();
  const toast = useToast();

  async function submit() {
    const path = `/api/v1/participation/${link.id}/browser`;
    if (!(await send(() => callApi("POST", path, { person: person.trim() })))) return;
    setOpen(false);
    setPerson("");
    toast.show({ tone: "positive", title: "Their next browser is let in" });
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="Change a participant's browser"
      description="A participant goes on in the browser they began in, and in no other: their id could be guessed. When they have lost it, let in the next one that opens the link with their id."
      trigger={
        <Button size="sm" aria-label={`Change a participant's browser, ${link.name}`}>
          <MonitorSmartphone aria-hidden="true" />
          Change browser
        </Button>
      }
    >
      <Form place="dialog" onSubmit={submit} error={error} busy={busy} verb="Let in their next browser">
        <Field
          label={`Participant (${link.personParameter})`}
          required
          error={
            error?.code === "not-found"
              ? "Nobody with this id came through this link."
              : problemWith(error, "person")
          }
        >
          <Input value={person} maxLength={200} onChange={(event) => setPerson(event.target.value)} />
        </Field>
      </Form>
    </Dialog>
  );
}
