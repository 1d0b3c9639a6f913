"use client";

import { useMemo, useRef, useState } from "react";
import { AnswerFields } from "@/app/projects/[project]/drafts/judges/[judge]/edit/answer-fields";
import { ExampleFields } from "@/app/projects/[project]/drafts/judges/[judge]/edit/example-fields";
import { LabelFields } from "@/app/projects/[project]/drafts/judges/[judge]/edit/label-fields";
import { LintList } from "@/app/projects/[project]/drafts/judges/[judge]/edit/lint-list";
import { RestoredNotice } from "@/app/projects/[project]/drafts/judges/[judge]/edit/restored-notice";
import { SamplingFields } from "@/app/projects/[project]/drafts/judges/[judge]/edit/sampling-fields";
import { SavePanel } from "@/app/projects/[project]/drafts/judges/[judge]/edit/save-panel";
import { TemplateFields } from "@/app/projects/[project]/drafts/judges/[judge]/edit/template-fields";
import { useJudgeDraft } from "@/app/projects/[project]/drafts/judges/[judge]/edit/use-judge-draft";
import { ModelPanel } from "@/app/projects/[project]/drafts/new/model-panel";
import { PreviewPanel } from "@/app/projects/[project]/drafts/new/preview-panel";
import { PromptPanel } from "@/app/projects/[project]/drafts/new/prompt-panel";
import { usePosted } from "@/app/projects/[project]/drafts/new/use-preview";
import type { EndpointChoice } from "@/app/projects/[project]/drafts/new/use-run-design";
import { afterPaint } from "@/components/ui/after-paint";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { useVisit } from "@/components/ui/use-visit";
import { hasErrors, lintJudge } from "@/lib/drafting/rules/judge/lints";
import { type JudgeExample, type JudgeSpec, PromptSpec } from "@/lib/drafting/schema/judge-spec";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import type { JudgePreview, JudgeVersionDetail, LabelSet } from "@/lib/judge/schema/judges";

interface JudgeEditorProps {
  project: string;
  judge: { id: string; name: string };
  /** The version to begin with. */
  version: JudgeVersionDetail;
  endpoints: readonly EndpointChoice[];
  datasets: readonly { id: string; name: string }[];
  /** An example that is added to it, from a disagreement. */
  example?: JudgeExample | null;
  /** Accepted instructions that are added to it. */
  instructions: readonly string[];
  /** Steps of the project to take labels from. */
  labelSets: readonly LabelSet[];
  /** The dataset whose prompts are shown first. */
  dataset?: string | undefined;
}

const NEEDS: Record<JudgeSpec["subject"], string> = {
  response: "a response",
  pair: "two responses",
  item: "a response and a checklist",
  criterion: "a response and criteria",
  label: "a response",
};

/** The editor of a judge, with problems, prompts and cost beside it. */
export function JudgeEditor({
  project,
  judge,
  version,
  endpoints,
  datasets,
  example,
  instructions,
  labelSets,
  dataset: first,
}: JudgeEditorProps) {
  const { draft, change, changeSpec, isChanged, isRestored, added, saved, discard } = useJudgeDraft(
    version.id,
    startOf(version, endpoints),
    example ?? null,
    instructions,
  );
  const { spec, endpointId, model, note } = draft;
  const endpoint = endpoints.find(({ id }) => id === endpointId);
  const [dataset, setDataset] = useState(first ?? datasets[0]?.id ?? "");
  const [shown, setShown] = useState(0);
  const { busy, error, send } = useRequest();
  const { leaving, visit } = useVisit();
  const form = useRef<HTMLFormElement>(null);

  const lints = useMemo(() => lintJudge(spec), [spec]);
  // A name of a label that is being typed is no judge yet.
  const isComplete = useMemo(() => PromptSpec.safeParse(spec).success, [spec]);
  const chosen = { endpoint: endpointId, model: model.trim() === "" ? null : model.trim() };
  const preview = usePosted<JudgePreview>(
    `/api/v1/projects/${project}/judges/preview`,
    dataset === "" || endpointId === "" || !isComplete ? null : { spec, ...chosen, dataset, show: shown },
  );
  const run = { ...preview, answer: preview.answer?.run ?? null };

  async function save() {
    const made = await send(() =>
      callApi<{ number: number }>("POST", `/api/v1/judges/${judge.id}/versions`, {
        ...{ parent: version.id, spec, note: note.trim() },
        ...chosen,
      }),
    );
    if (!made) return;
    saved();
    visit(`/projects/${project}/drafts/judges/${judge.id}`);
  }

  return (
    <form
      ref={form}
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className="grid gap-6 [&>*]:min-w-0">
        {isRestored && (
          <RestoredNotice
            version={version.number}
            onDiscard={() => {
              discard();
              // Once the dialog has given up the focus: its button is gone.
              afterPaint(() => form.current?.querySelector("textarea")?.focus());
            }}
          />
        )}
        <TemplateFields spec={spec} onChange={changeSpec} />
        <ExampleFields spec={spec} onChange={changeSpec} added={added} />
        <AnswerFields spec={spec} onChange={changeSpec} />
        {spec.labels && (
          <LabelFields
            labels={spec.labels}
            sets={labelSets}
            isFixed
            onChange={(labels) => changeSpec({ labels })}
          />
        )}
        <SamplingFields spec={spec} onChange={changeSpec} />
        <ModelPanel
          endpoints={endpoints}
          run={{
            endpoint,
            chooseEndpoint: (id) => change({ endpointId: id, model: "" }),
            model,
            setModel: (next) => change({ model: next }),
          }}
        />
        <PromptPanel preview={run} at={shown} onShow={setShown} />
      </div>
      <div className="grid gap-4 lg:sticky lg:top-4">
        <LintList lints={lints} isHeldOut={preview.answer?.isHeldOut ?? false} />
        <Panel title="Preview on">
          {datasets.length === 0 ? (
            <p className="text-sm text-muted">There is no dataset yet to show prompts and cost for.</p>
          ) : (
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
          )}
        </Panel>
        {dataset !== "" && !hasErrors(lints) && (
          <PreviewPanel
            preview={run}
            subject={spec.subject === "pair" ? "pair" : "response"}
            needs={[NEEDS[spec.subject]]}
            isWhole
          />
        )}
        <SavePanel
          note={note}
          onNote={(next) => change({ note: next })}
          error={error}
          busy={busy || leaving}
          isFaulty={hasErrors(lints)}
          isChanged={isChanged}
        />
      </div>
    </form>
  );
}

/** The draft that an editor begins with. */
function startOf({ spec, endpoint: own, model }: JudgeVersionDetail, endpoints: readonly EndpointChoice[]) {
  const endpoint = endpoints.find(({ id }) => id === own.id) ?? endpoints[0];
  return { spec, endpointId: endpoint?.id ?? "", model: model === endpoint?.model ? "" : model, note: "" };
}
