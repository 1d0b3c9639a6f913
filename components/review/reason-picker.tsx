"use client";

import { useEffect, useRef } from "react";
import { Select } from "@/components/ui/select";
import { type Reason, ReasonCode } from "@/lib/review/schema";
import { AutosavedText } from "./autosaved-text";
import { useReview } from "./context";

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

const choicesOf = (first: string) => [
  { value: "", label: first },
  ...Object.entries(REASONS).map(([value, label]) => ({ value, label })),
];
const OPTIONAL = choicesOf("Reason (optional)");
const REQUIRED = choicesOf("Say why …");

interface ReasonPickerProps {
  about: string;
  /** The target it belongs to, where the keyboard goes back to. */
  target: string;
  value: Reason | null;
  required: boolean;
  onChange: (reason: Reason | undefined) => void;
  disabled?: boolean;
}

/** Why a draft was overruled; "other" asks for a word of its own. By keyboard: W, the first letters, Enter. */
export function ReasonPicker({
  about,
  target,
  value,
  required,
  onChange,
  disabled = false,
}: ReasonPickerProps) {
  const { asking, askWhy, focus } = useReview();
  const select = useRef<HTMLSelectElement>(null);
  const isAsked = asking === target;
  useEffect(() => {
    if (!isAsked) return;
    select.current?.focus();
    askWhy(null);
  }, [isAsked, askWhy]);
  const isOwed = required && !disabled && (value === null || (value.code === "other" && !value.note?.trim()));

  function back() {
    const box = select.current?.closest<HTMLElement>("[data-target]");
    focus(target);
    box?.focus();
  }

  return (
    <div className="grid gap-2">
      <Select
        ref={select}
        size="sm"
        aria-label={`Reason for the decision on ${about}`}
        aria-required={required}
        aria-invalid={isOwed || undefined}
        choices={required ? REQUIRED : OPTIONAL}
        value={value?.code ?? ""}
        disabled={disabled}
        onValueChange={(code) => {
          const known = ReasonCode.safeParse(code);
          onChange(known.success ? { code: known.data } : undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return;
          if (event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          back();
        }}
        className="justify-self-start"
      />
      {value?.code === "other" && !disabled && (
        <AutosavedText
          label={`Reason in words, ${about}`}
          initial={value.note ?? ""}
          placeholder={required ? "In a few words: needed for “other”" : "In a few words"}
          rows={1}
          onSave={(note) => onChange({ code: "other", ...(note.trim() && { note: note.slice(0, 2000) }) })}
        />
      )}
    </div>
  );
}
