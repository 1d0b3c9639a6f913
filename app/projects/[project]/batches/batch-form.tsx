"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import type { Choices } from "@/app/projects/[project]/batches/choices";
import { DesignPanel } from "@/app/projects/[project]/batches/design-panel";
import { GuidelinesEditor } from "@/app/projects/[project]/batches/guidelines-editor";
import { PeoplePicker } from "@/app/projects/[project]/batches/people-picker";
import { ScaleEditor } from "@/app/projects/[project]/batches/scale-editor";
import { TimesFields } from "@/app/projects/[project]/batches/times-fields";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Disclosure } from "@/components/ui/disclosure";
import { Field } from "@/components/ui/field";
import { formatQuantity } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/api/client";
import {
  DEFAULT_SETTINGS,
  type Eligibility,
  eligibilityOf,
  needsOf,
  PRESETS,
  presetOf,
  protocolOf,
  type SubjectGroup,
  subjectKindOf,
} from "@/lib/batch/rules";
import { designOf } from "@/lib/batch/rules/design";
import { NewBatch, type PresetId, type Protocol, type Settings } from "@/lib/batch/schema";

/** What the form holds: a new batch, or a draft to go on with. */
export type BatchDraft = {
  name: string;
  dataset: string;
  preset: PresetId;
  settings: Settings;
  k: number;
  annotators: string[];
  guidelines: string;
  leaseMinutes: number;
  dueAt: string | null;
};

type Groups = { task: SubjectGroup[]; response: SubjectGroup[] };
/** Until somebody chooses a preset, it is the first that fits the dataset. */
type Form = Omit<BatchDraft, "preset"> & { preset: PresetId | null };
type Trouble = { title: string; message: string };

interface BatchFormProps {
  project: string;
  choices: Choices;
  /** The dataset to begin with. */
  dataset?: string | null;
  /** A draft that exists already. */
  existing?: { id: string; draft: BatchDraft };
}

/** Left what a batch is made of, right what that comes to. */
export function BatchForm({ project, choices, dataset = null, existing }: BatchFormProps) {
  const router = useRouter();
  const toast = useToast();
  const [id, setId] = useState(existing?.id ?? null);
  const [form, setForm] = useState<Form>(existing?.draft ?? emptyForm(choices, dataset));
  const [busy, setBusy] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const groups = useGroups(form.dataset);
  const draft: BatchDraft = { ...form, preset: form.preset ?? firstFitting(groups, form.settings) };

  const change = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }));
  const changeSettings = (part: Partial<Settings>) => change({ settings: { ...draft.settings, ...part } });

  const preset = presetOf(draft.preset);
  const protocol = protocolOf(draft.preset, draft.settings);
  const eligibility = eligibilityFor(groups, protocol);
  const design =
    eligibility &&
    designOf({
      subjects: eligibility.eligible,
      arms: [{ name: "A", k: draft.k, protocol }],
      annotators: draft.annotators.length,
      joinLater: true,
    });
  const scores =
    preset.overallScore === "always" || (preset.overallScore === "optional" && draft.settings.overallScore);

  /** The batch as it would be sent, or null with the problems marked. */
  function check() {
    const { settings: _, k, ...rest } = draft;
    const arms = [{ name: "A", k, steps: protocol.steps, exposure: null }];
    const parsed = NewBatch.safeParse({ project, ...rest, arms, joinLater: true });
    setProblems(
      new Map(
        parsed.success ? [] : parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]),
      ),
    );
    if (parsed.success) return parsed.data;
    setTrouble({ title: "Something is missing", message: "Nothing was saved. See what is marked below." });
    return null;
  }

  /** Saves the draft and tells its id. */
  async function save(batch: NewBatch): Promise<string | null> {
    const { project: _, ...fields } = batch;
    const answer = id
      ? await callApi<{ id: string }>("PATCH", `/api/v1/batches/${id}`, fields)
      : await callApi<{ id: string }>("POST", "/api/v1/batches", batch);
    if (!answer.ok) {
      setTrouble({ title: "The batch was not saved", message: answer.error.message });
      return null;
    }
    setId(answer.value.id);
    return answer.value.id;
  }

  async function saveDraft() {
    const batch = check();
    if (!batch || busy) return;
    setBusy(true);
    setTrouble(null);
    const saved = await save(batch);
    setBusy(false);
    if (!saved) return;
    toast.show({ title: "Draft saved", tone: "positive" });
    router.push(`/projects/${project}/batches/${saved}`);
    router.refresh();
  }

  async function open() {
    const batch = check();
    if (!batch) return;
    setTrouble(null);
    const saved = await save(batch);
    if (!saved) return;
    const answer = await callApi<{ slots: number }>("POST", `/api/v1/batches/${saved}/open`, {});
    if (!answer.ok) {
      setTrouble({
        title: "The batch is saved as a draft, but was not opened",
        message: answer.error.message,
      });
      return;
    }
    toast.show({
      title: "Batch opened",
      description: `${formatQuantity(answer.value.slots, "assignment")} can be claimed.`,
      tone: "positive",
    });
    router.push(`/projects/${project}/batches/${saved}`);
    router.refresh();
  }

  return (
    <form
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]"
      onSubmit={(event) => {
        event.preventDefault();
        if (check()) setConfirming(true);
      }}
      noValidate
    >
      <div className="grid min-w-0 gap-6">
        {trouble && (
          <Banner tone="danger" title={trouble.title} live>
            {trouble.message}
          </Banner>
        )}

        <Panel title="What it is about">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="Name"
              required
              error={problems.get("name")}
              hint="Annotators see it in their queue."
            >
              <Input
                value={draft.name}
                maxLength={200}
                placeholder="Pilot round"
                onChange={(event) => change({ name: event.target.value })}
              />
            </Field>
            <Field label="Dataset" error={problems.get("dataset")}>
              <Select
                value={draft.dataset}
                choices={choices.datasets.map(({ id: value, name, sample }) => ({
                  value,
                  label: sample ? `${name} (sample data)` : name,
                }))}
                onValueChange={(value) => change({ dataset: value })}
              />
            </Field>
          </div>
        </Panel>

        <Panel title="What annotators do">
          <div className="grid gap-6">
            <RadioGroup
              label="Protocol"
              labelHidden
              look="cards"
              value={draft.preset}
              onValueChange={(value) => change({ preset: value })}
              options={PRESETS.map(({ id: value, name, explanation }) => ({
                value,
                label: <span className="font-medium">{name}</span>,
                hint: (
                  <>
                    {explanation} <Fit groups={groups} protocol={protocolOf(value, draft.settings)} />
                  </>
                ),
              }))}
            />
            <RadioGroup
              label="Drafts"
              hint={
                "Seeing a draft first is faster to review, but people lean towards what they are shown. Agreement on " +
                "drafted work is reported apart from independent agreement."
              }
              value={draft.settings.exposure}
              onValueChange={(exposure) => changeSettings({ exposure })}
              options={[
                {
                  value: "draft-first",
                  label: "Show the draft first",
                  hint: "Nothing is ticked in advance: each drafted line or item needs a decision of its own.",
                },
                {
                  value: "none",
                  label: "Show no draft",
                  hint: "Independent judgements. The browser never receives a draft.",
                },
              ]}
            />
            {preset.overallScore === "optional" && (
              <Switch
                label="Overall score"
                hint="After every criterion is scored, one score for the response as a whole."
                checked={draft.settings.overallScore}
                onCheckedChange={(overallScore) => changeSettings({ overallScore })}
              />
            )}
            {scores && (
              <ScaleEditor
                question={draft.settings.question}
                scale={draft.settings.scale}
                problem={problems.get("settings.question") ?? problems.get("settings.scale")}
                onChange={changeSettings}
              />
            )}
          </div>
        </Panel>

        <Panel title="Who does it">
          <div className="grid gap-5">
            <Field
              label="People per subject"
              error={problems.get("k") && "Choose between 1 and 100."}
              hint="Exactly so many different people look at each one. Two is the least for agreement."
            >
              <Input
                type="number"
                min={1}
                max={100}
                className="max-w-24"
                value={draft.k || ""}
                onChange={(event) => change({ k: event.target.valueAsNumber || 0 })}
              />
            </Field>
            <PeoplePicker
              people={choices.people}
              chosen={draft.annotators}
              onChange={(annotators) => change({ annotators })}
              empty={
                <>
                  Nobody is in this project yet. Add people on its People page; a batch can be opened before.
                </>
              }
            />
          </div>
        </Panel>

        <Panel title="Guidelines" description="Annotators read them before and while they work. Markdown.">
          <GuidelinesEditor
            text={draft.guidelines}
            error={problems.get("guidelines")}
            onChange={(guidelines) => change({ guidelines })}
          />
          <Disclosure summary="Due date and lease" className="mt-4">
            <TimesFields
              dueAt={draft.dueAt}
              leaseMinutes={draft.leaseMinutes}
              leaseError={problems.has("leaseMinutes")}
              onChange={change}
            />
          </Disclosure>
        </Panel>
      </div>

      <DesignPanel
        protocol={protocol}
        source={preset.source}
        eligibility={groups === "failed" ? "failed" : eligibility}
        design={design}
        actions={
          <>
            <Button
              type="submit"
              variant="primary"
              size="lg"
              className="w-full"
              disabled={design === null || design.blockers.length > 0}
            >
              Open batch
            </Button>
            <Button className="w-full" busy={busy} onClick={saveDraft}>
              Save as draft
            </Button>
          </>
        }
      />

      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Open “${draft.name.trim()}”?`}
        description={<Consequences design={design} people={draft.annotators.length} />}
        confirmLabel="Open batch"
        onConfirm={open}
      />
    </form>
  );
}

function Consequences({
  design,
  people,
}: {
  design: ReturnType<typeof designOf> | null;
  people: number;
}): ReactNode {
  if (!design) return null;
  return (
    <>
      {formatQuantity(design.slots, "assignment")} on {formatQuantity(design.subjects, "subject")} become
      available to {formatQuantity(people, "annotator")} at once. Afterwards the dataset, the protocol and the
      number of people per subject are fixed; guidelines, due date and further annotators can still be added.
    </>
  );
}

function emptyForm({ datasets, people }: Choices, wanted: string | null): Form {
  return {
    name: "",
    dataset: datasets.find(({ id }) => id === wanted)?.id ?? datasets[0]?.id ?? "",
    preset: null,
    settings: DEFAULT_SETTINGS,
    k: 3,
    annotators: people.filter(({ role }) => role === "annotator").map(({ id }) => id),
    guidelines: "",
    leaseMinutes: 30,
    dueAt: null,
  };
}

function eligibilityFor(groups: Groups | "failed" | null, protocol: Protocol): Eligibility | null {
  return groups && groups !== "failed"
    ? eligibilityOf(groups[subjectKindOf(protocol)], needsOf(protocol))
    : null;
}

function firstFitting(groups: Groups | "failed" | null, settings: Settings): PresetId {
  const order: PresetId[] = [
    "criterion-scoring",
    "checklist-answering",
    "criteria-review",
    "checklist-review",
  ];
  const fits = (id: PresetId) => (eligibilityFor(groups, protocolOf(id, settings))?.eligible ?? 0) > 0;
  return order.find(fits) ?? "criterion-scoring";
}

/** How much of the dataset a protocol can be used on. */
function Fit({ groups, protocol }: { groups: Groups | "failed" | null; protocol: Protocol }) {
  const eligibility = eligibilityFor(groups, protocol);
  if (!eligibility) return null;
  const { eligible } = eligibility;
  return (
    <span className="mt-1 block font-medium tabular-nums">
      {eligible > 0
        ? `Fits ${formatQuantity(eligible, subjectKindOf(protocol))}`
        : "Fits nothing in this dataset"}
    </span>
  );
}

/** What the dataset's tasks and responses have; null while that is being counted. */
function useGroups(dataset: string): Groups | "failed" | null {
  const [found, setFound] = useState<{ dataset: string; groups: Groups | "failed" } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const question = {
      dataset,
      draft: null,
      selection: { filter: {}, sample: null },
      seed: 0,
      arms: [{ name: "A", k: 1, steps: [], exposure: null }],
    };
    callApi<{ groups: Groups }>("POST", "/api/v1/batches/subjects", question, {
      signal: stop.signal,
    }).then((answer) => {
      if (!stop.signal.aborted) setFound({ dataset, groups: answer.ok ? answer.value.groups : "failed" });
    });
    return () => stop.abort();
  }, [dataset]);
  return found?.dataset === dataset ? found.groups : null;
}
