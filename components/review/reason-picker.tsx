"use client";

import { useEffect, useRef } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Select } from "@/components/ui/select";
import type { TypedOp } from "@/lib/review/client/autosave-state";
import { REASON_CODES } from "@/lib/review/schema/codes";
import type { DecisionReason } from "@/lib/review/schema/operation";
import { AutosavedText } from "./autosaved-text";
import { useReview, useReviewState } from "./context";

interface ReasonPickerProps {
  about: string;
  /** The target it belongs to, which gets the focus back. */
  target: string;
  value: DecisionReason | null;
  required: boolean;
  /** The operation that sets the reason, or removes it. */
  operationFor: (reason: DecisionReason | null) => TypedOp;
  disabled?: boolean;
}

/** Reason for overruling a draft; "other" requires a text. By keyboard: W, the first letters, Enter. */
export function ReasonPicker({
  about,
  target,
  value,
  required,
  operationFor,
  disabled = false,
}: ReasonPickerProps) {
  const t = useTranslations();
  const choices = [
    { value: "", label: t(required ? "reason.required" : "reason.optional") },
    ...REASON_CODES.map((code) => ({ value: code, label: t(`reason.${code}`) })),
  ];
  const { perform, write, askWhy, advance, focus } = useReview();
  const select = useRef<HTMLSelectElement>(null);
  const isOpen = useReviewState(({ reasonTarget: asking }) => asking === target);
  useEffect(() => {
    if (!isOpen) return;
    select.current?.focus();
    askWhy(null);
  }, [isOpen, askWhy]);
  const isOwed = required && !disabled && (value === null || (value.code === "other" && !value.note?.trim()));

  function back(isDone: boolean) {
    const box = select.current?.closest<HTMLElement>("[data-target]");
    focus(target);
    box?.focus();
    if (isDone) advance(target);
  }

  return (
    <div className="grid gap-2">
      <Select
        ref={select}
        size="sm"
        aria-label={t("reason.on", { about })}
        aria-required={required}
        aria-invalid={isOwed || undefined}
        choices={choices}
        value={value?.code ?? ""}
        disabled={disabled}
        onValueChange={(code) => {
          const known = REASON_CODES.find((one) => one === code);
          perform(operationFor(known ? { code: known } : null));
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return;
          if (event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          // If a required reason is missing, the focus stays here.
          back(event.key === "Enter" && !isOwed);
        }}
        className="justify-self-start"
      />
      {value?.code === "other" && !disabled && (
        <AutosavedText
          label={t("reason.in-words", { about })}
          initial={value.note ?? ""}
          placeholder={t(required ? "reason.hint.required" : "reason.hint")}
          rows={1}
          onSave={(note) =>
            write(operationFor({ code: "other", ...(note.trim() && { note: note.slice(0, 2000) }) }))
          }
        />
      )}
    </div>
  );
}
