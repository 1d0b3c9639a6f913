"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { useVisit } from "@/components/ui/use-visit";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** Dialog that creates a project and opens it. */
export function NewProject({ initiallyOpen }: { initiallyOpen: boolean }) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const request = useRequest();
  const { error, send } = request;
  const { leaving, visit } = useVisit();

  async function submit() {
    const made = await send(() => callApi<{ id: string }>("POST", "/api/v1/projects", { name, description }));
    if (made) visit(`/projects/${made.id}`);
    // The dialog stays until the project's page replaces this one.
    return false;
  }

  return (
    <FormDialog
      initiallyOpen={initiallyOpen}
      title="New project"
      description="You become its first admin and can take in others."
      trigger={
        <Button variant="primary">
          <Plus aria-hidden="true" />
          New project
        </Button>
      }
      request={{ ...request, busy: request.busy || leaving }}
      verb="Start project"
      onSubmit={submit}
    >
      <Field label="Name" required error={problemWith(error, "name")}>
        <Input value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="Description" hint="For those who work in it." error={problemWith(error, "description")}>
        <Textarea
          rows={3}
          value={description}
          maxLength={2000}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
