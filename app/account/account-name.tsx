"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { useToast } from "@/components/ui/toast";
import { callApi, problemWith } from "@/lib/api/client";
import { useRequest } from "@/lib/api/use-request";

/** What one is called. */
export function AccountName({ name: before }: { name: string }) {
  const [name, setName] = useState(before);
  const { busy, error, send } = useRequest();
  const router = useRouter();
  const toast = useToast();

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!(await send(() => callApi("PATCH", "/api/v1/account", { name })))) return;
    toast.show({ tone: "positive", title: "Name saved" });
    router.refresh();
  }

  return (
    <Panel title="Name" description="Admins of your projects see it. Results and exports never do.">
      <form onSubmit={save} className="grid gap-4">
        {error && !error.problems && <Banner tone="danger" title={error.message} live />}
        <Field label="Name" error={problemWith(error, "name")}>
          <Input
            autoComplete="name"
            required
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <div>
          <Button type="submit" busy={busy} disabled={name.trim() === before}>
            Save name
          </Button>
        </div>
      </form>
    </Panel>
  );
}
