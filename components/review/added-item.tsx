"use client";

import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { IconButton } from "@/components/ui/icon-button";
import { badgeOf } from "@/lib/shortcuts/rules";
import { AutosavedText } from "./autosaved-text";
import { useIsFocused, useReadOnly, useReview, useReviewState } from "./context";
import { DECISIONS } from "./decision-look";
import { useOwnKeys } from "./key-bindings";
import { TargetBox } from "./target-box";
import { addedTarget, addTarget } from "./targets";
import { WritingKeys } from "./writing-keys";

interface OwnTextProps {
  as: string;
  target: { rubric: string } | { item: string; lines: true };
  /** "Your question 1". */
  label: string;
  text: string;
  /** Shown under the text: its origin. */
  foot?: ReactNode;
}

/** Card of an item or line that the annotator wrote. */
export function OwnText({ as, target, label, text, foot }: OwnTextProps) {
  const { write, begin, edit, finish } = useReview();
  const readOnly = useReadOnly();
  const id = addedTarget(as);
  const isFocused = useIsFocused(id);
  const isEditing = useReviewState(({ editing }) => editing === id) && !readOnly;
  const Icon = DECISIONS.add.icon;
  return (
    <TargetBox
      id={id}
      label={label}
      className="rounded-md border border-s-3 border-add-line border-s-add bg-add-soft/50 p-2.5"
    >
      <div className="flex items-start gap-2">
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-add" />
        <div className="min-w-0 flex-1">
          {isEditing ? (
            <AutosavedText
              label={label}
              initial={text}
              autoFocus
              onSave={(next) => {
                if (next.trim() !== "") write({ type: "add", target, as, text: next });
              }}
              onLeave={() => finish(null)}
              {...("rubric" in target && { onEnter: () => begin(addTarget(target)) })}
            />
          ) : (
            <button
              type="button"
              disabled={readOnly}
              onClick={() => edit(id)}
              className="w-full text-start wrap-anywhere whitespace-pre-wrap enabled:cursor-text"
              dir="auto"
            >
              {text}
            </button>
          )}
          {isEditing && "rubric" in target && <WritingKeys />}
          {foot}
        </div>
        {!readOnly && <TakeBackButton as={as} target={target} label={label} isFocused={isFocused} />}
      </div>
    </TargetBox>
  );
}

/** Takes the text back. */
function TakeBackButton({
  as,
  target,
  label,
  isFocused,
}: Pick<OwnTextProps, "as" | "target" | "label"> & { isFocused: boolean }) {
  const t = useTranslations();
  const { keys } = useOwnKeys();
  const { perform, advance, edit } = useReview();
  return (
    <IconButton
      label={t("decision.take-back", { about: label })}
      size="sm"
      shortcut={isFocused ? badgeOf("remove", keys) : undefined}
      onClick={() => {
        edit(null);
        perform({ type: "add", target, as, text: "" });
        advance(addedTarget(as));
      }}
    >
      <X />
    </IconButton>
  );
}
