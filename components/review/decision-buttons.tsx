"use client";

import clsx from "clsx";
import { useTranslations } from "@/components/i18n/translations";
import { badgeOf } from "@/lib/shortcuts/rules";
import { DECISIONS, DRAFT_ACTIONS, type DraftAction } from "./decision-look";
import { KeyBadge } from "./key-badge";
import { useOwnKeys } from "./key-bindings";

interface DecisionButtonsProps {
  /** Accessible name of what is decided on: "Item 2", "Line 1 of Clarity". */
  about: string;
  value: DraftAction | null;
  onDecide: (action: DraftAction) => void;
  disabled?: boolean;
  /** Icons only, where lines are close together; screen readers and tooltips keep the words. */
  compact?: boolean;
  /** On a page where no keys work: they are not printed. */
  withoutKeys?: boolean;
}

/**
 * Accept, revise or remove a drafted item or line. Choosing the chosen one again changes nothing; Revise
 * moves on to the text.
 */
export function DecisionButtons({
  about,
  value,
  onDecide,
  disabled = false,
  compact = false,
  withoutKeys = false,
}: DecisionButtonsProps) {
  const t = useTranslations();
  const { keys } = useOwnKeys();
  return (
    <fieldset
      className="flex min-w-0 flex-wrap gap-1 sm:shrink-0"
      aria-label={t("decision.on", { about })}
      disabled={disabled}
    >
      {DRAFT_ACTIONS.map((action) => {
        const look = DECISIONS[action];
        const chosen = value === action;
        const Icon = look.icon;
        return (
          <button
            key={action}
            type="button"
            aria-pressed={chosen}
            aria-label={compact ? t(look.word) : undefined}
            title={withoutKeys ? undefined : `${t(look.word)} (${badgeOf(action, keys)})`}
            onClick={() => (!chosen || action === "revise") && onDecide(action)}
            className={clsx(
              "hit-area inline-flex items-center justify-center gap-1.5 rounded-md border text-sm font-medium",
              "hover:transition-colors disabled:cursor-default disabled:opacity-60 max-sm:h-10 max-sm:min-w-10",
              compact ? "h-7 min-w-7 px-1.5" : "h-8 px-2.5",
              chosen ? look.chosen : "border-control/60 bg-surface text-muted hover:bg-hover hover:text-ink",
            )}
          >
            <Icon aria-hidden="true" className={clsx("size-3.5 shrink-0", chosen && "stroke-[2.5]")} />
            {!compact && <span>{t(look.word)}</span>}
            {!compact && !withoutKeys && <KeyBadge action={action} resting="outside-focus" />}
          </button>
        );
      })}
    </fieldset>
  );
}
