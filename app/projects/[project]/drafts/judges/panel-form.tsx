"use client";

import {
  type PanelDraft,
  type PanelFormProps,
  usePanelDraft,
} from "@/app/projects/[project]/drafts/judges/use-panel-draft";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { PANEL_RULE_LABELS, SUBJECT_LABELS } from "@/lib/drafting/rules/judge/wording";
import { FEWEST_MEMBERS, isScored, MOST_MEMBERS, PanelRule } from "@/lib/drafting/schema/judge-spec";
import { problemsOf, problemWith } from "@/lib/http/client";

/** Form of a panel: which versions belong to it, and how their values become one. */
export function PanelForm(props: PanelFormProps) {
  const draft = usePanelDraft(props);
  const { note, setNote, error, chosen } = draft;
  const isNew = !props.from;
  return (
    <form
      className="grid max-w-3xl gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        draft.make();
      }}
    >
      <Panel title="Panel">
        <div className="grid gap-4">
          {isNew && <NameAndSubject draft={draft} />}
          <Members draft={draft} />
          <Rule draft={draft} datasets={props.datasets} />
          <Field label="Note" hint={isNew ? "What the panel is for." : "What changed, and why."}>
            <Textarea
              value={note}
              rows={2}
              maxLength={2000}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
        </div>
      </Panel>
      {error && !error.problems && (
        <Banner tone="danger" title={error.message} live>
          {problemsOf(error.detail).join(" ")}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={draft.busy} disabled={draft.isIncomplete}>
          {isNew ? "Make panel" : "Save as new version"}
        </Button>
        <p role="status" className="text-sm text-muted">
          {chosen.length < FEWEST_MEMBERS
            ? `Choose at least ${FEWEST_MEMBERS} versions.`
            : `${chosen.length} members`}
        </p>
      </div>
    </form>
  );
}

/** Settings that are fixed once the panel is made. */
function NameAndSubject({ draft }: { draft: PanelDraft }) {
  const { name, setName, subjects, subject, chooseSubject, error } = draft;
  return (
    <>
      <Field
        label="Name"
        required
        error={problemWith(error, "name")}
        hint="Part of every result of this panel, so it cannot be changed."
      >
        <Input value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
      </Field>
      {subjects.length > 1 && (
        <RadioGroup
          label="What it judges"
          value={subject}
          onValueChange={chooseSubject}
          options={subjects.map((value) => ({ value, label: SUBJECT_LABELS[value] }))}
        />
      )}
    </>
  );
}

/** The versions that may be members, by judge. */
function Members({ draft: { offered, chosen, toggle } }: { draft: PanelDraft }) {
  return [...new Set(offered.map(({ judge }) => judge))].map((judge) => (
    <fieldset key={judge} className="grid gap-2">
      <legend className="pb-1 text-sm font-medium wrap-anywhere">{judge}</legend>
      {offered
        .filter((one) => one.judge === judge)
        .map(({ version, number, model, scale, labels, note: why }) => (
          <Checkbox
            key={version}
            checked={chosen.includes(version)}
            disabled={!chosen.includes(version) && chosen.length >= MOST_MEMBERS}
            onCheckedChange={(wanted) => toggle(version, wanted)}
            label={`Version ${number}`}
            hint={[model, scale && `scale ${scale}`, labels, why].filter(Boolean).join(" · ")}
          />
        ))}
    </fieldset>
  ));
}

const RULE_HINTS: Record<PanelRule, string> = {
  majority: "A split panel gives no value; for a pair it gives a tie.",
  median: "Rounded half up.",
  mean: "Rounded half up.",
  weighted: "Members that agree more with people count more. The weights become part of the version.",
};

/** The rule that combines the members' values. */
function Rule({ draft, datasets }: { draft: PanelDraft; datasets: PanelFormProps["datasets"] }) {
  const { subject, rule, setRule, dataset, setDataset } = draft;
  const rules = PanelRule.options.filter(
    (one) => isScored(subject) || one === "majority" || one === "weighted",
  );
  return (
    <>
      <RadioGroup
        label="Value from members"
        value={rule}
        onValueChange={(value) => setRule(PanelRule.parse(value))}
        options={rules.map((value) => ({ value, label: PANEL_RULE_LABELS[value], hint: RULE_HINTS[value] }))}
      />
      {rule === "weighted" && (
        <Field label="Development labels of" hint="Each member must have been run on them.">
          <Select
            value={dataset}
            onValueChange={setDataset}
            choices={datasets.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
    </>
  );
}
