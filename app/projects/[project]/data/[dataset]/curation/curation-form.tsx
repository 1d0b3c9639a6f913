"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import {
  type CurationFields,
  defaultsOf,
  designOf,
} from "@/app/projects/[project]/data/[dataset]/curation/curation-fields";
import {
  ConstraintFields,
  InstanceFields,
  OutputFields,
  ProblemFields,
} from "@/app/projects/[project]/data/[dataset]/curation/design-fields";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import type { CurationView } from "@/lib/curation/schema";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

const WAYS = [
  { value: "instances", label: "Instances that are here (NATURAL, MANUAL, or left by a panel)" },
  { value: "outputs", label: "A better and a worse output of each task (NEIGHBOR, GPTINST, GPTOUT)" },
  { value: "constraints", label: "A demand that one output meets (CONSTRAINT)" },
  {
    value: "negation",
    label: "Each instance as it is, and asked for an unhelpful output (NORMAL, NEGATION)",
  },
  { value: "problems", label: "New problems of addition, without outputs (BASE-9, BASE-10)" },
] as const;

interface CurationFormProps {
  project: string;
  dataset: string;
  /** The dataset's name. */
  name: string;
  view: CurationView;
}

/** Makes a dataset of candidates from this one. */
export function CurationForm({ project, dataset, name, view }: CurationFormProps) {
  const router = useRouter();
  const { busy, error, send } = useRequest();
  const [fields, setFields] = useState<CurationFields>(() => defaultsOf(name, view));
  const change = (part: Partial<CurationFields>) => setFields({ ...fields, ...part });
  const design = designOf(fields, view);
  const parts = { fields, view, onChange: change };

  async function make() {
    if (!design) return;
    const made = await send(() =>
      callApi<{ id: string }>("POST", `/api/v1/datasets/${dataset}/curation`, design),
    );
    if (made) router.push(`/projects/${project}/data/imports/${made.id}`);
  }

  return (
    <Panel
      title="Make candidates"
      description="They become a dataset of their own with the list of parts that people decide on. This dataset stays as it is."
    >
      <Form
        place="panel"
        verb="Make a dataset"
        busy={busy}
        error={error}
        disabled={!design}
        onSubmit={() => void make()}
      >
        <Field label="From">
          <Select choices={WAYS} value={fields.from} onValueChange={(from) => change({ from })} />
        </Field>
        {fields.from === "instances" && <InstanceFields {...parts} />}
        {fields.from === "outputs" && <OutputFields {...parts} />}
        {fields.from === "constraints" && <ConstraintFields {...parts} />}
        {fields.from === "negation" && (
          <p className="text-sm text-muted">
            For instances whose worse output is of no help, as those of curation.gptout: asked for such an
            output, the other label is right.
          </p>
        )}
        {fields.from === "problems" && <ProblemFields {...parts} />}
        <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
          <Field label="Name of the new dataset" required>
            <Input maxLength={200} value={fields.name} onChange={(e) => change({ name: e.target.value })} />
          </Field>
          <Field label="Seed">
            <Input
              inputMode="numeric"
              value={fields.seed}
              onChange={(e) => change({ seed: e.target.value })}
            />
          </Field>
        </div>
      </Form>
    </Panel>
  );
}
