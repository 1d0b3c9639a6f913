"use client";

import { useState } from "react";
import {
  TrainingFields,
  type TrainingForm,
  trainingFaults,
  trainingQuery,
} from "@/app/projects/[project]/exports/training-fields";
import { TrainingRows } from "@/app/projects/[project]/exports/training-rows";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Dialog } from "@/components/ui/dialog";
import type { TrainingPreview } from "@/lib/export/schema/training";
import { useDebouncedAnswer } from "@/lib/http/use-debounced-answer";

interface TrainingDialogProps {
  /** Id of the dataset or batch. */
  study: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const DEFAULTS: TrainingForm = {
  scale: "1-5",
  margin: "",
  ties: "skip",
  verified: "only",
  equal: false,
  test: "10",
  holdOut: "",
  seed: "42",
  form: "conversational",
  licence: "",
  without: [],
};

/** The options of training data, with the number of rows that they give. */
export function TrainingDialog({ study, open, onOpenChange }: TrainingDialogProps) {
  const [form, setForm] = useState(DEFAULTS);
  const [sources, setSources] = useState<readonly string[]>([]);
  const query = trainingQuery(form, sources);
  const faults = trainingFaults(form);
  const {
    answer: preview,
    error,
    isCurrent,
  } = useDebouncedAnswer<TrainingPreview>(
    open && faults === null ? `/api/v1/exports/${study}/training?${query}` : null,
  );
  const known = preview?.sets.flatMap(({ set, name }) => (set === "preferences" ? [name] : [])) ?? sources;
  const problem = error?.problems?.[0]?.message ?? error?.message;
  const isEmpty = preview?.sets.length === 0;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title="Training data"
      description="Preferences with margins, criteria and judgements from this study, as files that Hugging Face datasets and TRL read."
      footer={
        faults || problem || isEmpty ? (
          <Button variant="primary" disabled>
            Download ZIP
          </Button>
        ) : (
          <a
            href={`/api/v1/exports/${study}?format=training&${query}`}
            download
            className={buttonClass({ variant: "primary" })}
            onClick={() => onOpenChange(false)}
          >
            Download ZIP
          </a>
        )
      }
    >
      <div className="grid gap-5">
        <TrainingFields form={form} faults={faults} onChange={(change) => setForm({ ...form, ...change })} />
        {problem && !faults && <Banner tone="danger" title={problem} live />}
        <TrainingRows
          preview={preview}
          isCounting={!isCurrent}
          without={form.without}
          onToggle={(name) => {
            const without = form.without.includes(name)
              ? form.without.filter((other) => other !== name)
              : [...form.without, name];
            setSources(known);
            setForm({ ...form, without });
          }}
        />
      </div>
    </Dialog>
  );
}
