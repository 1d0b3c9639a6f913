"use client";

import { Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo, useState, useTransition } from "react";
import { LimitsPanel, type NameAndLimits } from "@/app/projects/[project]/drafts/new/limits-panel";
import type { MethodChoice } from "@/app/projects/[project]/drafts/new/method-choices";
import { MethodFields } from "@/app/projects/[project]/drafts/new/method-fields";
import { ModelPanel } from "@/app/projects/[project]/drafts/new/model-panel";
import { ParamsForm } from "@/app/projects/[project]/drafts/new/params-form";
import { PreviewPanel } from "@/app/projects/[project]/drafts/new/preview-panel";
import { PromptPanel } from "@/app/projects/[project]/drafts/new/prompt-panel";
import { type Filters, SelectionFields } from "@/app/projects/[project]/drafts/new/selection-fields";
import { usePreview } from "@/app/projects/[project]/drafts/new/use-preview";
import { type EndpointChoice, useRunDesign } from "@/app/projects/[project]/drafts/new/use-run-design";
import { microsOf } from "@/app/projects/[project]/drafts/parse-money";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { useVisit } from "@/components/ui/use-visit";
import { ADDED_RESPONSES, NEED_WORDS } from "@/lib/drafting/rules/wording";
import { AddedResponses } from "@/lib/drafting/schema/generated";
import type { CachePolicy, RunChoices } from "@/lib/drafting/schema/runs";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface NewRunFormProps {
  project: string;
  datasets: readonly { id: string; name: string; sample: boolean }[];
  dataset: string;
  filters: Filters;
  choices: RunChoices;
  endpoints: readonly EndpointChoice[];
  methods: readonly MethodChoice[];
}

/** Form of a new run, with its estimate beside it. */
export function NewRunForm({
  project,
  datasets,
  dataset,
  filters,
  choices,
  endpoints,
  methods,
}: NewRunFormProps) {
  const run = useRunDesign({ dataset, endpoints, methods });
  const { design, method, endpoint, params, selection, select } = run;
  /** Fields the user has typed; the name is suggested until then. */
  const [typed, setTyped] = useState<Partial<NameAndLimits>>({});
  const suggested = `${method?.title ?? ""}, ${run.model.trim() || endpoint?.model || ""}`.slice(0, 120);
  const limits = { name: suggested, maxCalls: "", maxCost: "", ...typed };
  const [isTrial, setIsTrial] = useState(false);
  const [cachePolicy, setCachePolicy] = useState<CachePolicy>("use");
  const [addResponses, setAddResponses] = useState<AddedResponses>("none");
  const [shown, setShown] = useState(0);
  const previewInput = useMemo(() => design && { ...design, show: shown }, [design, shown]);
  const preview = usePreview(project, previewInput);
  const [changing, change] = useTransition();
  const { busy, error, send } = useRequest();
  const { leaving, visit } = useVisit();
  const router = useRouter();

  async function make(start: boolean) {
    if (!design) return;
    const body = {
      ...design,
      name: limits.name.trim(),
      maxCalls: limits.maxCalls === "" ? null : Number(limits.maxCalls),
      maxCostMicros: limits.maxCost === "" ? null : microsOf(limits.maxCost),
      start,
      published: !isTrial,
      cachePolicy,
      ...(method?.produces === "responses" && { addResponses }),
    };
    const made = await send(() => callApi<{ id: string }>("POST", `/api/v1/projects/${project}/runs`, body));
    if (made) visit(`/projects/${project}/drafts/${made.id}`);
  }

  return (
    <form
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]"
      onSubmit={(event) => {
        event.preventDefault();
        make(true);
      }}
    >
      <div className="grid gap-6 [&>*]:min-w-0">
        <Panel title="Method" description="Grouped by the paper it comes from.">
          <MethodFields methods={methods} chosen={method} onChoose={run.chooseMethod} />
        </Panel>
        <Panel title={method?.subject === "dataset" ? "Dataset and example" : "Which tasks"}>
          <div className="grid gap-4 sm:grid-cols-2" aria-busy={changing}>
            <Field label="Dataset" className="sm:col-span-2">
              <Select
                value={dataset}
                choices={datasets.map(({ id: value, name: label, sample }) => ({
                  value,
                  label: sample ? `${label} (sample data)` : label,
                }))}
                onValueChange={(next) => {
                  run.forgetSelection();
                  change(() => router.replace(`/projects/${project}/drafts/new?dataset=${next}`));
                }}
              />
            </Field>
            <SelectionFields
              method={method}
              filters={filters}
              choices={choices}
              selection={selection}
              select={select}
            />
          </div>
        </Panel>
        <ModelPanel endpoints={endpoints} run={run} />
        {method && Object.keys(method.fields).length > 0 && (
          <Panel title="Parameters" description="Kept with the run and with every draft.">
            <ParamsForm key={method.id} fields={method.fields} values={params} onChange={run.setParams} />
          </Panel>
        )}
        {method?.produces === "responses" && (
          <Panel title="What becomes of the responses">
            <RadioGroup
              label="Added to the dataset"
              labelHidden
              value={addResponses}
              onValueChange={(chosen) => setAddResponses(AddedResponses.parse(chosen))}
              options={AddedResponses.options.map((value) => ({ value, label: ADDED_RESPONSES[value] }))}
            />
          </Panel>
        )}
        <LimitsPanel
          values={limits}
          currency={endpoint?.currency ?? ""}
          error={error}
          cachePolicy={cachePolicy}
          onCachePolicy={setCachePolicy}
          onChange={(part) => setTyped((before) => ({ ...before, ...part }))}
        />
        {design && <PromptPanel preview={preview} at={shown} onShow={setShown} />}
      </div>
      <div className="grid gap-4 lg:sticky lg:top-4">
        <PreviewPanel
          preview={preview}
          subject={method?.subject ?? "task"}
          needs={method?.needs.map((need) => NEED_WORDS[need]) ?? []}
          isWhole={design !== null}
        />
        {error && !error.problems && error.code !== "price-unknown" && (
          <Banner tone="danger" title={error.message} live />
        )}
        <div className="grid gap-2">
          <Checkbox
            label="Try it first"
            hint="Nothing it drafts is shown to annotators or counted in reports until you publish it."
            checked={isTrial}
            onCheckedChange={setIsTrial}
          />
          <Button type="submit" variant="primary" busy={busy || leaving} disabled={!preview.answer?.units}>
            <Play aria-hidden="true" />
            Start run
          </Button>
          <Button disabled={busy || leaving || !preview.answer?.units} onClick={() => make(false)}>
            Save draft
          </Button>
        </div>
      </div>
    </form>
  );
}
