import type { EndpointChoice, RunDesign } from "@/app/projects/[project]/drafts/new/use-run-design";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";

interface ModelPanelProps {
  endpoints: readonly EndpointChoice[];
  run: Pick<RunDesign, "endpoint" | "chooseEndpoint" | "model"> & { setModel: (model: string) => void };
}

/** The endpoint of a run, and its model where that is not the endpoint's own. */
export function ModelPanel({ endpoints, run }: ModelPanelProps) {
  const { endpoint, chooseEndpoint, model, setModel } = run;
  return (
    <Panel title="Model">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Endpoint">
          <Select
            value={endpoint?.id ?? ""}
            choices={endpoints.map(({ id: value, name: label }) => ({ value, label }))}
            onValueChange={chooseEndpoint}
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
  );
}
