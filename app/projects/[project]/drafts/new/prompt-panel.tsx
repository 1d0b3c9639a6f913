import type { RunPreviewState } from "@/app/projects/[project]/drafts/new/use-preview";
import { Messages, ModelText } from "@/app/projects/[project]/drafts/prompt-messages";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import type { PromptPreview } from "@/lib/drafting/schema/runs";

interface PromptPanelProps {
  preview: RunPreviewState;
  /** Index of the subject shown, from 0. */
  at: number;
  onShow: (at: number) => void;
}

/** The exact messages a run would send for one task, response or pair. */
export function PromptPanel({ preview: { answer, state }, at, onShow }: PromptPanelProps) {
  const prompt = answer?.prompt;
  const units = answer?.units ?? 0;
  return (
    <Panel
      title="The prompt"
      description="The exact first messages. No model was called for this preview."
      actions={
        units > 1 && (
          <div className="flex items-center gap-2">
            <Button size="sm" disabled={at <= 0} onClick={() => onShow(Math.min(at, units) - 1)}>
              Previous
            </Button>
            <Button size="sm" disabled={at >= units - 1} onClick={() => onShow(at + 1)}>
              Next
            </Button>
          </div>
        )
      }
    >
      <div aria-live="polite" aria-busy={state === "asking"} className="grid gap-3 text-sm">
        {!prompt ? (
          <p className="text-muted">
            {units > 0 && at >= units
              ? `Only ${formatCount(units)} fit now.`
              : "The prompt is shown once a task fits this choice."}
          </p>
        ) : (
          <Prompts prompt={prompt} units={units} />
        )}
      </div>
    </Panel>
  );
}

/** The prompts of one task, and how many more follow. */
function Prompts({ prompt, units }: { prompt: PromptPreview; units: number }) {
  return (
    <>
      <p className="wrap-anywhere">
        <span className="font-medium">{[prompt.task, ...prompt.responses].join(" · ")}</span>
        <span className="text-muted tabular-nums">
          {" "}
          · {formatCount(prompt.at + 1)} of {formatCount(units)}
        </span>
      </p>
      {prompt.prompts.length === 0 && (
        <p className="text-muted">No call is needed for it: rules settle everything.</p>
      )}
      {prompt.prompts.map(({ messages, schema, times }, n) => (
        <Disclosure
          // biome-ignore lint/suspicious/noArrayIndexKey: prompts have no other name than their place
          key={n}
          open={n === 0}
          summary={`Prompt ${n + 1} of ${prompt.prompts.length + prompt.more}${times > 1 ? `, asked ${times} times` : ""}`}
        >
          <div className="grid gap-3">
            <Messages messages={messages} />
            {schema && (
              <Disclosure summary="Requested form of the answer">
                <ModelText text={JSON.stringify(schema, null, 2)} label="JSON schema" />
              </Disclosure>
            )}
          </div>
        </Disclosure>
      ))}
      {prompt.more > 0 && (
        <p className="text-muted">
          {formatQuantity(prompt.more, "prompt")} more like these, one for each further item.
        </p>
      )}
      {prompt.goesOn && <p className="text-muted">Further calls depend on the answers to these.</p>}
    </>
  );
}
