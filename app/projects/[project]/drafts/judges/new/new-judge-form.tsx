"use client";

import { useState } from "react";
import { LabelFields } from "@/app/projects/[project]/drafts/judges/[judge]/edit/label-fields";
import { ModelPanel } from "@/app/projects/[project]/drafts/new/model-panel";
import type { EndpointChoice } from "@/app/projects/[project]/drafts/new/use-run-design";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { RadioGroup } from "@/components/ui/radio-group";
import { useVisit } from "@/components/ui/use-visit";
import { lintJudge } from "@/lib/drafting/rules/judge/lints";
import { SUBJECT_LABELS } from "@/lib/drafting/rules/judge/wording";
import { wordingOf } from "@/lib/drafting/rules/wording";
import { type JudgeLabels, type JudgeSpec, JudgeSubject } from "@/lib/drafting/schema/judge-spec";
import { type ApiError, callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import type { LabelSet } from "@/lib/judge/schema/judges";

interface StartChoice {
  id: string;
  title: string;
  description: string;
  paper: string | null;
  spec: JudgeSpec;
}

interface NewJudgeFormProps {
  project: string;
  endpoints: readonly EndpointChoice[];
  starts: readonly StartChoice[];
  /** Steps of the project to take labels from. */
  labelSets: readonly LabelSet[];
}

/** Form of a new judge. */
export function NewJudgeForm({ project, endpoints, starts, labelSets }: NewJudgeFormProps) {
  const [name, setName] = useState("");
  const [subject, setSubject] = useState<JudgeSubject>("response");
  const offered = starts.filter(({ spec }) => spec.subject === subject);
  const [chosen, setChosen] = useState("");
  const start = offered.find(({ id }) => id === chosen) ?? offered[0];
  const origin = start?.id ?? "";
  const [own, setOwn] = useState<JudgeLabels>();
  const labels = own ?? start?.spec.labels;
  const spec = subject === "label" && start ? { ...start.spec, labels } : undefined;
  const problems = spec ? lintJudge(spec).filter(({ severity }) => severity === "error") : [];
  const [endpointId, setEndpointId] = useState(endpoints[0]?.id ?? "");
  const [model, setModel] = useState("");
  const { busy, error, send } = useRequest();
  const { leaving, visit } = useVisit();

  async function make() {
    const body = {
      name: name.trim(),
      origin,
      ...(spec && { spec }),
      endpoint: endpointId,
      model: model.trim() || null,
    };
    const made = await send(() =>
      callApi<{ id: string }>("POST", `/api/v1/projects/${project}/judges`, body),
    );
    if (made) visit(`/projects/${project}/drafts/judges/${made.id}`);
  }

  return (
    <form
      className="grid max-w-3xl gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        make();
      }}
    >
      <JudgeFields
        error={error}
        name={name}
        setName={setName}
        subject={subject}
        setSubject={setSubject}
        origin={origin}
        setChosen={setChosen}
        offered={offered}
      />
      {subject === "label" && labels && (
        <LabelFields labels={labels} sets={labelSets} isFixed={false} onChange={setOwn} />
      )}
      {problems.map(({ message }) => (
        <Banner key={message} tone="danger" title={message} />
      ))}
      <ModelPanel
        endpoints={endpoints}
        run={{
          endpoint: endpoints.find(({ id }) => id === endpointId),
          chooseEndpoint: (id) => {
            setEndpointId(id);
            setModel("");
          },
          model,
          setModel,
        }}
      />
      {error && !problemWith(error, "name") && (
        <Banner tone="danger" title={error.message} live>
          {error.problems
            ?.map(({ field, message }) => `${field.replace(/^body\./, "")} ${message}`)
            .join("; ")}
        </Banner>
      )}
      <div>
        <Button
          type="submit"
          variant="primary"
          busy={busy || leaving}
          disabled={name.trim() === "" || problems.length > 0}
        >
          Make judge
        </Button>
      </div>
    </form>
  );
}

interface JudgeFieldsProps {
  error: ApiError | undefined;
  name: string;
  setName: (value: string) => void;
  subject: JudgeSubject;
  setSubject: (value: JudgeSubject) => void;
  origin: string;
  setChosen: (value: string) => void;
  offered: StartChoice[];
}

/** Name, what it judges, and the prompt to begin with. */
function JudgeFields({
  error,
  name,
  setName,
  subject,
  setSubject,
  origin,
  setChosen,
  offered,
}: JudgeFieldsProps) {
  return (
    <Panel title="Judge">
      <div className="grid gap-4">
        <Field
          label="Name"
          required
          error={problemWith(error, "name")}
          hint="Part of every result of this judge, so it cannot be changed."
        >
          <Input value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
        </Field>
        <RadioGroup
          label="What it judges"
          value={subject}
          onValueChange={(value) => setSubject(JudgeSubject.parse(value))}
          options={JudgeSubject.options.map((value) => ({ value, label: SUBJECT_LABELS[value] }))}
        />
        <RadioGroup
          label="Begin with"
          value={origin}
          onValueChange={setChosen}
          options={offered.map(({ id, title, description, paper }) => ({
            value: id,
            label: title,
            hint: paper ? `${description} ${wordingOf(paper, "full")}` : description,
          }))}
        />
      </div>
    </Panel>
  );
}
