"use client";

import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { AnswerFields } from "@/app/projects/[project]/drafts/judges/[judge]/edit/answer-fields";
import { ExampleFields } from "@/app/projects/[project]/drafts/judges/[judge]/edit/example-fields";
import { LintList } from "@/app/projects/[project]/drafts/judges/[judge]/edit/lint-list";
import { SamplingFields } from "@/app/projects/[project]/drafts/judges/[judge]/edit/sampling-fields";
import { TemplateFields } from "@/app/projects/[project]/drafts/judges/[judge]/edit/template-fields";
import { ModelPanel } from "@/app/projects/[project]/drafts/new/model-panel";
import { PreviewPanel } from "@/app/projects/[project]/drafts/new/preview-panel";
import { PromptPanel } from "@/app/projects/[project]/drafts/new/prompt-panel";
import { usePosted } from "@/app/projects/[project]/drafts/new/use-preview";
import type { EndpointChoice } from "@/app/projects/[project]/drafts/new/use-run-design";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { hasErrors, lintJudge } from "@/lib/drafting/rules/judge/lints";
import type { JudgeExample, JudgeSpec } from "@/lib/drafting/schema/judges";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import type { JudgePreview, JudgeVersionDetail } from "@/lib/judge/schema/judges";

interface JudgeEditorProps {
  project: string;
  judge: { id: string; name: string };
  /** The version to begin with. */
  version: JudgeVersionDetail;
  endpoints: readonly EndpointChoice[];
  datasets: readonly { id: string; name: string }[];
  /** An example that is added to it, from a disagreement. */
  example?: JudgeExample | null;
  /** The dataset whose prompts are shown first. */
  dataset?: string | undefined;
}

const NEEDS: Record<JudgeSpec["subject"], string> = {
  response: "a response",
  pair: "two responses",
  item: "a response and a checklist",
};

/** The editor of a judge, with problems, prompts and cost beside it. */
export function JudgeEditor({
  project,
  judge,
  version,
  endpoints,
  datasets,
  example,
  dataset: first,
}: JudgeEditorProps) {
  const [spec, setSpec] = useState<JudgeSpec>(() =>
    example ? { ...version.spec, examples: [...version.spec.examples, example] } : version.spec,
  );
  const change = (part: Partial<JudgeSpec>) => setSpec((before) => ({ ...before, ...part }));
  const [endpointId, setEndpointId] = useState(
    endpoints.find(({ id }) => id === version.endpoint.id)?.id ?? endpoints[0]?.id ?? "",
  );
  const endpoint = endpoints.find(({ id }) => id === endpointId);
  const [model, setModel] = useState(version.model === endpoint?.model ? "" : version.model);
  const [note, setNote] = useState("");
  const [dataset, setDataset] = useState(first ?? datasets[0]?.id ?? "");
  const [shown, setShown] = useState(0);
  const { busy, error, send } = useRequest();
  const router = useRouter();

  const lints = useMemo(() => lintJudge(spec), [spec]);
  const chosen = { endpoint: endpointId, model: model.trim() === "" ? null : model.trim() };
  const preview = usePosted<JudgePreview>(
    `/api/v1/projects/${project}/judges/preview`,
    dataset === "" || endpointId === "" ? null : { spec, ...chosen, dataset, show: shown },
  );
  const run = { ...preview, answer: preview.answer?.run ?? null };

  async function save() {
    const made = await send(() =>
      callApi<{ number: number }>("POST", `/api/v1/judges/${judge.id}/versions`, {
        ...{ parent: version.id, spec, note: note.trim() },
        ...chosen,
      }),
    );
    if (made) router.push(`/projects/${project}/drafts/judges/${judge.id}`);
  }

  return (
    <form
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className="grid gap-6 [&>*]:min-w-0">
        <TemplateFields spec={spec} onChange={change} />
        <ExampleFields spec={spec} onChange={change} added={example ? version.spec.examples.length : null} />
        <AnswerFields spec={spec} onChange={change} />
        <SamplingFields spec={spec} onChange={change} />
        <ModelPanel
          endpoints={endpoints}
          run={{
            endpoint,
            chooseEndpoint: (id) => {
              setEndpointId(id);
              setModel("");
            },
            model,
            setModel,
          }}
        />
        <PromptPanel preview={run} at={shown} onShow={setShown} />
      </div>
      <div className="grid gap-4 lg:sticky lg:top-4">
        <LintList lints={lints} isHeldOut={preview.answer?.isHeldOut ?? false} />
        <Panel title="Preview on">
          <Field label="Dataset" labelHidden>
            <Select
              value={dataset}
              choices={datasets.map(({ id, name }) => ({ value: id, label: name }))}
              onValueChange={(id) => {
                setDataset(id);
                setShown(0);
              }}
            />
          </Field>
        </Panel>
        {dataset !== "" && !hasErrors(lints) && (
          <PreviewPanel
            preview={run}
            subject={spec.subject === "pair" ? "pair" : "response"}
            needs={[NEEDS[spec.subject]]}
            isWhole
          />
        )}
        <Panel title="Save">
          <div className="grid gap-3">
            <Field label="Note" hint="What changed, and why.">
              <Textarea
                value={note}
                rows={2}
                maxLength={2000}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
            {error && (
              <Banner tone="danger" title={error.message} live>
                {faultsOf(error.detail).join(" ")}
              </Banner>
            )}
            <Button type="submit" variant="primary" busy={busy} disabled={hasErrors(lints)}>
              Save as new version
            </Button>
          </div>
        </Panel>
      </div>
    </form>
  );
}

/** The problems that the server found. */
function faultsOf(detail: unknown): string[] {
  const { problems } = (detail ?? {}) as { problems?: unknown };
  return Array.isArray(problems) ? problems.map(String) : [];
}
