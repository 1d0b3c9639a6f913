"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { useToast } from "@/components/ui/toast";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** Form for the account's display name. */
export function AccountName({ name: before }: { name: string }) {
  const [name, setName] = useState(before);
  const { busy, error, send } = useRequest();
  const router = useRouter();
  const toast = useToast();

  async function save() {
    if (!(await send(() => callApi("PATCH", "/api/v1/account", { name })))) return;
    toast.show({ tone: "positive", title: "Name saved" });
    router.refresh();
  }

  return (
    <Panel title="Name" description="Admins of your projects see it. Results and exports never do.">
      <Form
        place="panel"
        onSubmit={save}
        error={error}
        busy={busy}
        verb="Save name"
        disabled={name.trim() === before}
      >
        <Field label="Name" error={problemWith(error, "name")}>
          <Input
            autoComplete="name"
            required
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </Form>
    </Panel>
  );
}
