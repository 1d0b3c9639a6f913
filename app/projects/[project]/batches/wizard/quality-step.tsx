"use client";

import type { Draft } from "@/app/projects/[project]/batches/wizard/use-draft";
import { Field } from "@/components/ui/field";
import { formatQuantity } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { Switch } from "@/components/ui/switch";
import { reservedOf } from "@/lib/batch/rules/design";
import type { Quality } from "@/lib/batch/schema";

interface QualityStepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  /** By `quality.reserve.share`, what the shape of a field does not allow. */
  invalid: ReadonlyMap<string, string>;
  /** Null while they are being counted. */
  subjects: number | null;
}

/** What guards the results: judgements that no draft has touched. */
export function QualityStep({ draft, change, invalid, subjects }: QualityStepProps) {
  const { quality } = draft;
  const set = (part: Partial<Quality>) => change({ quality: { ...quality, ...part } });
  const { reserve } = quality;
  return (
    <Panel title="Judgements without drafts">
      <div className="grid gap-4">
        <Switch
          label="Reserve a share of the subjects"
          hint="On them further people judge and never see a draft. These places are filled first, so the comparison is there even if the batch ends early. Which subjects follows from the seed."
          checked={reserve !== null}
          onCheckedChange={(on) => set({ reserve: on ? { share: 0.1, k: 2 } : null })}
        />
        {reserve && (
          <div className="flex flex-wrap items-start gap-4">
            <ShareField
              label="Share of the subjects"
              share={reserve.share}
              error={invalid.has("quality.reserve.share") && "Choose a share from 1 to 100 percent."}
              hint={subjects === null ? undefined : formatQuantity(reservedOf(subjects, reserve), "subject")}
              onChange={(share) => set({ reserve: { ...reserve, share } })}
            />
            <Field
              label="People per reserved subject"
              hint="Besides those of the arms. Two is the least for agreement."
              error={invalid.has("quality.reserve.k") && "Choose between 2 and 10."}
              className="max-w-64"
            >
              <Input
                type="number"
                min={2}
                max={10}
                className="max-w-24"
                value={reserve.k || ""}
                onChange={(event) =>
                  set({ reserve: { ...reserve, k: Math.trunc(event.target.valueAsNumber) || 0 } })
                }
              />
            </Field>
          </div>
        )}
      </div>
    </Panel>
  );
}

interface ShareFieldProps {
  label: string;
  /** 0 to 1. */
  share: number;
  hint: string | undefined;
  error: string | false;
  onChange: (share: number) => void;
}

/** A share, typed in whole percent. */
function ShareField({ label, share, hint, error, onChange }: ShareFieldProps) {
  return (
    <Field label={`${label}, in percent`} hint={hint} error={error} className="max-w-64">
      <Input
        type="number"
        min={1}
        max={100}
        className="max-w-24"
        value={Math.round(share * 100) || ""}
        onChange={(event) => onChange((Math.trunc(event.target.valueAsNumber) || 0) / 100)}
      />
    </Field>
  );
}
