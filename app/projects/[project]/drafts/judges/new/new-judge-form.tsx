"use client";

import { useState } from "react";
import { ModelPanel } from "@/app/projects/[project]/drafts/new/model-panel";
import type { EndpointChoice } from "@/app/projects/[project]/drafts/new/use-run-design";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { RadioGroup } from "@/components/ui/radio-group";
import { useVisit } from "@/components/ui/use-visit";
import { SUBJECT_LABELS } from "@/lib/drafting/rules/judge/wording";
import { JudgeSubject } from "@/lib/drafting/schema/judges";
import { type ApiError, callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface StartChoice {
  id: string;
  title: string;
  description: string;
  paper: string | null;
  subject: JudgeSubject;
}

interface NewJudgeFormProps {
  project: string;
  endpoints: readonly EndpointChoice[];
  starts: readonly StartChoice[];
}

/** Form of a new judge. */
export function NewJudgeForm({ project, endpoints, starts }: NewJudgeFormProps) {
  const [name, setName] = useState("");
  const [subject, setSubject] = useState<JudgeSubject>("response");
  const offered = starts.filter((start) => start.subject === subject);
  const [chosen, setChosen] = useState("");
  const origin = offered.find(({ id }) => id === chosen)?.id ?? offered[0]?.id ?? "";
  const [endpointId, setEndpointId] = useState(endpoints[0]?.id ?? "");
  const [model, setModel] = useState("");
  const { busy, error, send } = useRequest();
  const { leaving, visit } = useVisit();

  async function make() {
    const body = { name: name.trim(), origin, endpoint: endpointId, model: model.trim() || null };
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
      {error && !error.problems && <Banner tone="danger" title={error.message} live />}
      <div>
        <Button type="submit" variant="primary" busy={busy || leaving} disabled={name.trim() === ""}>
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
          hint="Part of every result of this judge, so it stays as it is."
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
            hint: paper ? `${description} ${paper}.` : description,
          }))}
        />
      </div>
    </Panel>
  );
}
