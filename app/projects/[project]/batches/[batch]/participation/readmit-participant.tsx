"use client";

import { MonitorSmartphone } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
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
  const [person, setPerson] = useState("");
  const request = useRequest();
  const { error, send } = request;
  const toast = useToast();

  async function submit() {
    const path = `/api/v1/participation/${link.id}/browser`;
    if (!(await send(() => callApi("POST", path, { person: person.trim() })))) return false;
    setPerson("");
    toast.show({ tone: "positive", title: "Their next browser is let in" });
    return true;
  }

  return (
    <FormDialog
      title="Change a participant's browser"
      description="A participant can continue only in the browser they started in, because ids can be guessed. If they have lost it, let in the next browser that opens the link with their id."
      trigger={
        <Button size="sm" aria-label={`Change a participant's browser, ${link.name}`}>
          <MonitorSmartphone aria-hidden="true" />
          Change browser
        </Button>
      }
      request={request}
      verb="Let in their next browser"
      onSubmit={submit}
    >
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
    </FormDialog>
  );
}
