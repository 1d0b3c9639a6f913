"use client";

import { Select } from "@/components/ui/select";
import type { Reason, ReasonCode } from "@/lib/review/schema";
import { AutosavedText } from "./autosaved-text";

export const REASONS: Record<ReasonCode, string> = {
  "wrong-fact": "Wrong fact",
  "too-harsh": "Too harsh",
  "too-lenient": "Too lenient",
  "not-required": "Not required",
  duplicate: "Duplicate",
  ambiguous: "Ambiguous",
  "not-verifiable": "Not verifiable",
  other: "Other",
};

const CHOICES = [
  { value: "", label: "Reason (optional)" },
  ...Object.entries(REASONS).map(([value, label]) => ({ value, label })),
];

interface ReasonPickerProps {
  about: string;
  value: Reason | null;
  onChange: (reason: Reason | undefined) => void;
  disabled?: boolean;
}

/** Why a draft was overruled; "other" asks for a word of its own. */
export function ReasonPicker({ about, value, onChange, disabled = false }: ReasonPickerProps) {
  return (
    <div className="grid gap-2">
      <Select
        size="sm"
        aria-label={`Reason for the decision on ${about}`}
        choices={CHOICES}
        value={value?.code ?? ""}
        disabled={disabled}
        onValueChange={(code) => onChange(code === "" ? undefined : { code: code as ReasonCode })}
        className="justify-self-start"
      />
      {value?.code === "other" && !disabled && (
        <AutosavedText
          label={`Reason in words, ${about}`}
          initial={value.note ?? ""}
          placeholder="In a few words"
          rows={1}
          onSave={(note) => onChange({ code: "other", ...(note.trim() && { note: note.slice(0, 2000) }) })}
        />
      )}
    </div>
  );
}
