"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { GuidelinesEditor } from "@/app/projects/[project]/batches/guidelines-editor";
import { TimesFields } from "@/app/projects/[project]/batches/times-fields";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { useToast } from "@/components/ui/toast";
import { BatchChange } from "@/lib/batch/schema";
import { callApi } from "@/lib/http/client";

type OpenedSettings = { name: string; guidelines: string; leaseMinutes: number; dueAt: string | null };

/** Form for what can change in an opened batch. */
export function OpenedBatchForm({ id, href, batch }: { id: string; href: string; batch: OpenedSettings }) {
  const router = useRouter();
  const toast = useToast();
  const [settings, setSettings] = useState(batch);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const change = (part: Partial<OpenedSettings>) => setSettings((before) => ({ ...before, ...part }));
  const problems = new Set(BatchChange.safeParse(settings).error?.issues.map(({ path }) => path.join(".")));

  async function save() {
    if (problems.size > 0) return;
    setBusy(true);
    setTrouble(null);
    const answer = await callApi<unknown>("PATCH", `/api/v1/batches/${id}`, settings);
    setBusy(false);
    if (!answer.ok) {
      setTrouble(answer.error.message);
      return;
    }
    toast.show({ title: "Batch changed", tone: "positive" });
    router.push(href);
    router.refresh();
  }

  return (
    <form
      className="grid gap-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {trouble && (
        <Banner tone="danger" title="The batch was not changed" live>
          {trouble}
        </Banner>
      )}
      <Panel>
        <div className="grid gap-4">
          <Field label="Name" required error={problems.has("name") && "Give the batch a name."}>
            <Input
              value={settings.name}
              maxLength={200}
              onChange={(event) => change({ name: event.target.value })}
            />
          </Field>
          <TimesFields
            dueAt={settings.dueAt}
            leaseMinutes={settings.leaseMinutes}
            leaseError={problems.has("leaseMinutes")}
            onChange={change}
          />
        </div>
      </Panel>
      <Panel
        title="Guidelines"
        description="A change makes a new version. Each assignment keeps the version it was opened with."
      >
        <GuidelinesEditor
          text={settings.guidelines}
          error={problems.has("guidelines") ? "The guidelines are too long." : undefined}
          onChange={(guidelines) => change({ guidelines })}
        />
      </Panel>
      <div className="flex justify-end gap-2">
        <ButtonLink href={href}>Cancel</ButtonLink>
        <Button type="submit" variant="primary" busy={busy} disabled={problems.size > 0}>
          Save
        </Button>
      </div>
    </form>
  );
}
