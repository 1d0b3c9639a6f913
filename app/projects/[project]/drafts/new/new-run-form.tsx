"use client";

import { Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo, useState, useTransition } from "react";
import { FilterFields } from "@/app/projects/[project]/data/filter-fields";
import { microsOf } from "@/app/projects/[project]/drafts/micros";
import type { MethodChoice } from "@/app/projects/[project]/drafts/new/method-choices";
import { ParamsForm } from "@/app/projects/[project]/drafts/new/params-form";
import { PreviewPanel } from "@/app/projects/[project]/drafts/new/preview-panel";
import { PromptPanel } from "@/app/projects/[project]/drafts/new/prompt-panel";
import { usePreview } from "@/app/projects/[project]/drafts/new/use-preview";
import { RUBRIC_LABELS, SourceField, severalWords } from "@/app/projects/[project]/source-field";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { ranked } from "@/lib/dataset/rules/sources";
import type { RubricSource } from "@/lib/dataset/schema/sources";
import { NEED_WORDS, PRODUCES_WORDS, SUBJECT_WORDS } from "@/lib/drafting/rules/wording";
import type { RunChoices, RunSelection } from "@/lib/drafting/schema/runs";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** Values to choose from in the dataset. */
interface Filters {
  tags: string[];
  models: string[];
  responseGroups: string[];
}

interface NewRunFormProps {
  project: string;
  datasets: readonly { id: string; name: string; sample: boolean }[];
  dataset: string;
  filters: Filters;
  choices: RunChoices;
  endpoints: readonly { id: string; name: string; model: string; currency: string }[];
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
  const [methodId, setMethodId] = useState(methods[0]?.id ?? "");
  const [params, setParams] = useState<Record<string, unknown>>({});
  const [endpointId, setEndpointId] = useState(endpoints[0]?.id ?? "");
  const [model, setModel] = useState("");
  const [selection, setSelection] = useState<RunSelection>({ filter: {} });
  const [name, setName] = useState<string | null>(null);
  const [maxCalls, setMaxCalls] = useState("");
  const [maxCost, setMaxCost] = useState("");
  const [changing, change] = useTransition();
  const { busy, error, send } = useRequest();
  const router = useRouter();
  const method = methods.find(({ id }) => id === methodId);
  const endpoint = endpoints.find(({ id }) => id === endpointId);
  const wanted = model.trim() || endpoint?.model || "";
  const suggested = `${method?.title ?? ""}, ${wanted}`.slice(0, 120);
  const select = (part: Partial<RunSelection>) =>
    setSelection((before) => withoutEmpty({ ...before, ...part }));

  const design = useMemo(
    () =>
      method && (method.subject !== "dataset" || selection.demonstration)
        ? {
            dataset,
            method: method.id,
            params,
            endpoint: endpointId,
            model: model.trim() === "" ? null : model.trim(),
            selection,
          }
        : null,
    [method, dataset, params, endpointId, model, selection],
  );
  const [shown, setShown] = useState(0);
  const previewInput = useMemo(() => design && { ...design, show: shown }, [design, shown]);
  const preview = usePreview(project, previewInput);

  const [isTrial, setIsTrial] = useState(false);

  async function make(start: boolean) {
    if (!design) return;
    const body = {
      ...design,
      name: (name ?? suggested).trim(),
      maxCalls: maxCalls === "" ? null : Number(maxCalls),
      maxCostMicros: maxCost === "" ? null : microsOf(maxCost),
      start,
      published: !isTrial,
    };
    const made = await send(() => callApi<{ id: string }>("POST", `/api/v1/projects/${project}/runs`, body));
    if (made) router.push(`/projects/${project}/drafts/${made.id}`);
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
          <MethodFields
            methods={methods}
            chosen={method}
            onChoose={(id) => {
              const next = methods.find((one) => one.id === id);
              setMethodId(id);
              setParams({});
              select({
                demonstration: undefined,
                rubric: undefined,
                pair: undefined,
                ...(next?.subject === "dataset" && { filter: {}, first: undefined }),
                // Conditions on responses are hidden where there are none.
                ...(next?.subject === "task" && {
                  filter: { ...selection.filter, model: undefined, least: undefined, most: undefined },
                }),
              });
            }}
          />
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
                  setSelection({ filter: {} });
                  change(() => router.replace(`/projects/${project}/drafts/new?dataset=${next}`));
                }}
              />
            </Field>
            {method?.subject === "dataset" ? (
              <Example examples={choices.examples} selection={selection} select={select} />
            ) : (
              method && (
                <Subjects
                  method={method}
                  filters={filters}
                  choices={choices}
                  selection={selection}
                  select={select}
                />
              )
            )}
            {method?.id.startsWith("coeval.") && (
              <Field
                label="Description of the task"
                className="sm:col-span-2"
                hint="What experts say of the task as a whole. Judges read it beside each instruction and input. Optional."
              >
                <Textarea
                  value={selection.description ?? ""}
                  maxLength={20_000}
                  onChange={(event) => select({ description: event.target.value || undefined })}
                />
              </Field>
            )}
          </div>
        </Panel>
        <Panel title="Model">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Endpoint">
              <Select
                value={endpointId}
                choices={endpoints.map(({ id: value, name: label }) => ({ value, label }))}
                onValueChange={(id) => {
                  setEndpointId(id);
                  setModel("");
                }}
              />
            </Field>
            <Field label="Model" hint={`Empty: ${endpoint?.model ?? "the endpoint’s own"}.`}>
              <Input
                value={model}
                maxLength={200}
                placeholder={endpoint?.model}
                spellCheck={false}
                onChange={(event) => setModel(event.target.value)}
              />
            </Field>
          </div>
        </Panel>
        {method && Object.keys(method.fields).length > 0 && (
          <Panel title="Parameters" description="Kept with the run and with every draft.">
            <ParamsForm key={method.id} fields={method.fields} values={params} onChange={setParams} />
          </Panel>
        )}
        <Panel title="Name and limits">
          <div className="grid gap-4 sm:grid-cols-3">
            <Field label="Name" required error={problemWith(error, "name")}>
              <Input
                value={name ?? suggested}
                maxLength={120}
                onChange={(event) => setName(event.target.value)}
              />
            </Field>
            <Field
              label="Max requests"
              error={problemWith(error, "maxCalls")}
              hint="Repeated ones included. Empty: no limit."
            >
              <Input
                type="number"
                min={1}
                max={2_000_000_000}
                value={maxCalls}
                onChange={(event) => setMaxCalls(event.target.value)}
              />
            </Field>
            <Field
              label={`Budget (${endpoint?.currency ?? ""})`}
              error={error?.code === "price-unknown" ? error.message : problemWith(error, "maxCostMicros")}
              hint="The run pauses before it would spend more. Empty: no limit."
            >
              <Input
                type="number"
                inputMode="decimal"
                min={0}
                max={1e9}
                step="any"
                value={maxCost}
                onChange={(event) => setMaxCost(event.target.value)}
              />
            </Field>
          </div>
        </Panel>
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
          <Button type="submit" variant="primary" busy={busy} disabled={!preview.answer?.units}>
            <Play aria-hidden="true" />
            Start run
          </Button>
          <Button disabled={busy || !preview.answer?.units} onClick={() => make(false)}>
            Save draft
          </Button>
        </div>
      </div>
    </form>
  );
}

/** A method in both output formats is one entry; the format is a separate choice. */
function MethodFields({
  methods,
  chosen,
  onChoose,
}: {
  methods: readonly MethodChoice[];
  chosen: MethodChoice | undefined;
  onChoose: (id: string) => void;
}) {
  const papers = [...new Set(methods.map(({ paper }) => paper))];
  const [paper, setPaper] = useState(chosen?.paper ?? papers[0] ?? "");
  const offered = methods.filter((method) => method.paper === paper && method.profile === "faithful");
  const base = (id: string) => id.replace(/:structured$/, "");
  const form = (profile: MethodChoice["profile"]) =>
    methods.find((method) => chosen && base(method.id) === base(chosen.id) && method.profile === profile);
  const forms = (["faithful", "structured"] as const).flatMap((profile) => form(profile) ?? []);
  return (
    <div className="grid gap-5">
      <Field label="Paper">
        <Select
          value={paper}
          choices={papers.map((value) => ({ value, label: value }))}
          onValueChange={(next) => {
            setPaper(next);
            const first = methods.find((method) => method.paper === next);
            if (first) onChoose(first.id);
          }}
        />
      </Field>
      <RadioGroup
        label="Method"
        look="cards"
        value={chosen ? base(chosen.id) : ""}
        onValueChange={onChoose}
        options={offered.map((method) => ({
          value: method.id,
          label: method.title,
          hint: (
            <span className="grid gap-1">
              <span>
                {method.description} Wording of our own, after {method.paper}.
              </span>
              <span>
                Drafts {PRODUCES_WORDS[method.produces]} for {SUBJECT_WORDS[method.subject]}
                {method.needs.length > 0 &&
                  `; needs ${method.needs.map((need) => NEED_WORDS[need]).join(" and ")}`}
                .
              </span>
            </span>
          ),
        }))}
      />
      {forms.length > 1 && chosen && (
        <RadioGroup
          label="Output format"
          value={chosen.profile}
          onValueChange={(profile) => {
            const next = form(profile);
            if (next) onChoose(next.id);
          }}
          options={[
            { value: "faithful", label: "Text, read as in the paper" },
            {
              value: "structured",
              label: "JSON",
              hint: "Fewer answers that cannot be read. It changes how accurate judges are: never mix the two in one table.",
            },
          ]}
        />
      )}
    </div>
  );
}

interface SelectionProps {
  selection: RunSelection;
  select: (part: Partial<RunSelection>) => void;
}

function Subjects({
  method,
  filters,
  choices,
  selection,
  select,
}: SelectionProps & {
  method: MethodChoice;
  filters: Filters;
  choices: RunChoices;
}) {
  const kind = method.needs.find((need) => need === "checklist" || need === "criteria");
  const options = choices.rubrics.filter(({ of }) => of === kind);
  const several = choices.several.find(({ of }) => of === kind);
  return (
    <>
      <div className="sm:col-span-2">
        <FilterFields
          filter={selection.filter}
          onChange={(filter) => select({ filter })}
          tags={filters.tags}
          models={method.subject === "task" ? null : filters.models}
          groups={filters.responseGroups}
        />
      </div>
      <Field label="Only the first tasks" hint="In the dataset’s order. Empty: all.">
        <Input
          type="number"
          min={1}
          max={1_000_000}
          value={selection.first ?? ""}
          onChange={(event) => {
            const first = Math.trunc(event.target.valueAsNumber);
            select({ first: first >= 1 ? first : undefined });
          }}
        />
      </Field>
      {method.subject === "pair" && <Pair models={filters.models} selection={selection} select={select} />}
      {kind && options.length > 0 && (
        <div className="sm:col-span-2">
          <SourceField<RubricSource>
            label={`${RUBRIC_LABELS[kind]} to judge by`}
            options={options}
            own={[]}
            source={selection.rubric}
            newest={ranked(options, kind)[0]?.source}
            among={{ rubrics: options, drafts: [] }}
            hint={several && `${severalWords(several)}: it judges by those of one source.`}
            onChange={(rubric) => select({ rubric })}
          />
        </div>
      )}
    </>
  );
}

/** Which two models are compared; by default every two responses of a task. */
function Pair({ models, selection, select }: SelectionProps & { models: string[] }) {
  const [a = "", setA] = useState(selection.pair?.[0]);
  const [b = "", setB] = useState(selection.pair?.[1]);
  const choose = (nextA: string, nextB: string) => {
    setA(nextA);
    setB(nextB);
    select({ pair: nextA && nextB ? [nextA, nextB] : undefined });
  };
  const choices = (other: string) => [
    { value: "", label: "Any" },
    ...models.map((value) => ({ value, label: value, disabled: value === other })),
  ];
  return (
    <>
      <Field label="Response A of" hint="Choose both models, or neither.">
        <Select value={a} choices={choices(b)} onValueChange={(next) => choose(next, b)} />
      </Field>
      <Field label="Response B of">
        <Select value={b} choices={choices(a)} onValueChange={(next) => choose(a, next)} />
      </Field>
    </>
  );
}

/** The task and response a method uses as its example. */
function Example({ examples, selection, select }: SelectionProps & { examples: RunChoices["examples"] }) {
  const task = examples.find(({ id }) => id === selection.demonstration?.task);
  return (
    <>
      <Field label="Example task" hint="One of the first hundred that have a response.">
        <Select
          value={task?.id ?? ""}
          choices={[
            { value: "", label: examples.length > 0 ? "Choose one" : "No task has a response" },
            ...examples.map(({ id: value, key, title }) => ({ value, label: `${key}: ${title}` })),
          ]}
          onValueChange={(id) => {
            const response = examples.find((one) => one.id === id)?.responses[0];
            select({ demonstration: response && { task: id, response: response.id } });
          }}
        />
      </Field>
      {task && (
        <Field label="Its good response">
          <Select
            value={selection.demonstration?.response ?? ""}
            choices={task.responses.map(({ id: value, model, key }) => ({
              value,
              label: model ? `${model} (${key})` : key,
            }))}
            onValueChange={(response) => select({ demonstration: { task: task.id, response } })}
          />
        </Field>
      )}
    </>
  );
}

/** A selection without empty conditions. */
function withoutEmpty(selection: RunSelection): RunSelection {
  const { filter, ...rest } = selection;
  return { ...defined(rest), filter: defined(filter) };
}

function defined<T extends object>(parts: T): T {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as T;
}
