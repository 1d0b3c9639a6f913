"use client";

import { useState } from "react";
import {
  type CurationFields,
  defaultsOf,
  designOf,
} from "@/app/projects/[project]/data/[dataset]/curation/curation-fields";
import {
  BenchmarkFields,
  ConstraintFields,
  InstanceFields,
  OutputFields,
  type PartsProps,
  ProblemFields,
} from "@/app/projects/[project]/data/[dataset]/curation/design-fields";
import { useMakeDataset } from "@/app/projects/[project]/data/[dataset]/curation/use-make-dataset";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import type { CurationView } from "@/lib/curation/schema";

const WAYS = [
  { value: "instances", label: "Instances that are here (NATURAL, MANUAL, or left by a panel)" },
  { value: "outputs", label: "A better and a worse response of each task (NEIGHBOR, GPTINST, GPTOUT)" },
  { value: "constraints", label: "A demand that one response meets (CONSTRAINT)" },
  {
    value: "negation",
    label: "Each instance as it is, and asked for an unhelpful response (NORMAL, NEGATION)",
  },
  { value: "benchmark", label: "Pairs of another benchmark that people compared (section 4.4)" },
  { value: "problems", label: "New problems of addition, without responses (BASE-9, BASE-10)" },
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
  const { busy, error, make } = useMakeDataset({ project, dataset });
  const [fields, setFields] = useState<CurationFields>(() => defaultsOf(name, view));
  const change = (part: Partial<CurationFields>) => setFields({ ...fields, ...part });
  const design = designOf(fields, view);
  return (
    <Panel
      title="Make candidates"
      description="They become a dataset of their own with the list of parts that people decide on. Pairs of a benchmark and problems have no such list. This dataset stays as it is."
    >
      <Form
        place="panel"
        verb="Make a dataset"
        busy={busy}
        error={error}
        disabled={!design}
        onSubmit={() => void (design && make(design))}
      >
        <Field label="From">
          <Select choices={WAYS} value={fields.from} onValueChange={(from) => change({ from })} />
        </Field>
        <FieldsOfWay fields={fields} view={view} onChange={change} />
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

/** Fields that only the chosen way has. */
function FieldsOfWay(props: PartsProps) {
  switch (props.fields.from) {
    case "instances":
      return <InstanceFields {...props} />;
    case "outputs":
      return <OutputFields {...props} />;
    case "constraints":
      return <ConstraintFields {...props} />;
    case "benchmark":
      return <BenchmarkFields {...props} />;
    case "problems":
      return <ProblemFields {...props} />;
    case "negation":
      return (
        <p className="text-sm text-muted">
          For instances with an unhelpful worse response, such as those of curation.gptout: if an unhelpful
          response is requested, the other label is right.
        </p>
      );
  }
}
