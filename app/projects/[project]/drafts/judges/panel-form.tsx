"use client";

import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { useVisit } from "@/components/ui/use-visit";
import { PANEL_RULE_LABELS, SUBJECT_LABELS } from "@/lib/drafting/rules/judge/wording";
import { FEWEST_MEMBERS, JudgeSubject, MOST_MEMBERS, PanelRule } from "@/lib/drafting/schema/judges";
import { callApi, problemsOf, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import type { PanelCandidate } from "@/lib/judge/schema/judges";

interface PanelFormProps {
  project: string;
  candidates: readonly PanelCandidate[];
  datasets: readonly { id: string; name: string }[];
  /** The version that a new one is made from; missing for a new panel. */
  from?: {
    judge: string;
    version: string;
    subject: JudgeSubject;
    members: readonly string[];
    rule: PanelRule;
    weightedOn: string | null;
  };
}

const RULE_HINTS: Record<PanelRule, string> = {
  majority: "A split panel gives no value; of a pair it gives a tie.",
  median: "Rounded half up.",
  mean: "Rounded half up.",
  weighted: "Members that agree more with people count more. The weights become part of the version.",
};

/** Form of a panel: which versions belong to it, and how their values become one. */
export function PanelForm({ project, candidates, datasets, from }: PanelFormProps) {
  const subjects = JudgeSubject.options.filter(
    (one) => candidates.filter(({ subject }) => subject === one).length >= FEWEST_MEMBERS,
  );
  const [name, setName] = useState("");
  const [note, setNote] = useState("");
  const [subject, setSubject] = useState<JudgeSubject>(from?.subject ?? subjects[0] ?? "response");
  const [members, setMembers] = useState<readonly string[]>(from?.members ?? []);
  const [rule, setRule] = useState<PanelRule>(from?.rule ?? "majority");
  const [dataset, setDataset] = useState(from?.weightedOn ?? datasets[0]?.id ?? "");
  const { busy, error, send } = useRequest();
  const { leaving, visit } = useVisit();
  const offered = candidates.filter((one) => one.subject === subject);
  const judges = [...new Set(offered.map(({ judge }) => judge))];
  const chosen = offered.filter(({ version }) => members.includes(version)).map(({ version }) => version);
  const rules = PanelRule.options.filter(
    (one) => subject === "response" || one === "majority" || one === "weighted",
  );

  async function make() {
    const body = { members: chosen, rule, dataset: rule === "weighted" ? dataset : null, note };
    const judge = from?.judge;
    const made = await send(() =>
      judge
        ? callApi<{ id: string }>("POST", `/api/v1/judges/${judge}/panel-versions`, {
            ...body,
            parent: from.version,
          })
        : callApi<{ id: string }>("POST", `/api/v1/projects/${project}/judges/panels`, {
            ...body,
            name: name.trim(),
          }),
    );
    if (made) visit(`/projects/${project}/drafts/judges/${judge ?? made.id}`);
  }

  const isIncomplete =
    (!from && name.trim() === "") ||
    chosen.length < FEWEST_MEMBERS ||
    (rule === "weighted" && dataset === "");
  return (
    <form
      className="grid max-w-3xl gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        make();
      }}
    >
      <Panel title="Panel">
        <div className="grid gap-4">
          {!from && (
            <>
              <Field
                label="Name"
                required
                error={problemWith(error, "name")}
                hint="Part of every result of this panel, so it stays as it is."
              >
                <Input value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
              </Field>
              {subjects.length > 1 && (
                <RadioGroup
                  label="What it judges"
                  value={subject}
                  onValueChange={(value) => {
                    setSubject(JudgeSubject.parse(value));
                    setRule("majority");
                  }}
                  options={subjects.map((value) => ({ value, label: SUBJECT_LABELS[value] }))}
                />
              )}
            </>
          )}
          {judges.map((judge) => (
            <fieldset key={judge} className="grid gap-2">
              <legend className="pb-1 text-sm font-medium wrap-anywhere">{judge}</legend>
              {offered
                .filter((one) => one.judge === judge)
                .map(({ version, number, model, scale, note: why }) => (
                  <Checkbox
                    key={version}
                    checked={chosen.includes(version)}
                    disabled={!chosen.includes(version) && chosen.length >= MOST_MEMBERS}
                    onCheckedChange={(wanted) =>
                      setMembers(wanted ? [...members, version] : members.filter((one) => one !== version))
                    }
                    label={`Version ${number}`}
                    hint={[model, scale && `scale ${scale}`, why].filter(Boolean).join(" · ")}
                  />
                ))}
            </fieldset>
          ))}
          <RadioGroup
            label="Value from members"
            value={rule}
            onValueChange={(value) => setRule(PanelRule.parse(value))}
            options={rules.map((value) => ({
              value,
              label: PANEL_RULE_LABELS[value],
              hint: RULE_HINTS[value],
            }))}
          />
          {rule === "weighted" && (
            <Field label="Development labels of" hint="Each member must have been run on them.">
              <Select
                value={dataset}
                onValueChange={setDataset}
                choices={datasets.map(({ id, name: title }) => ({ value: id, label: title }))}
              />
            </Field>
          )}
          <Field label="Note" hint={from ? "What changed, and why." : "What the panel is for."}>
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
        <Button type="submit" variant="primary" busy={busy || leaving} disabled={isIncomplete}>
          {from ? "Save as new version" : "Make panel"}
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
