"use client";

import clsx from "clsx";
import { Fragment, useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import type { Translate } from "@/lib/i18n/rules";
import type { Scale } from "@/lib/judgement/schema";
import type { KeyAction } from "@/lib/shortcuts/schema";
import { KeyBadge } from "./key-badge";
import { keyOfPoint } from "./keys";
import { type Room, roomFor } from "./scale-labels";

export type AnswerValue = string | number;

interface Option {
  value: AnswerValue;
  label: string;
  hint?: string;
  /** The digit or the action whose key gives this answer; null if no key does. */
  key: { digit: string } | { action: KeyAction } | null;
}

/** Answers of a scale in order, each with its key. */
function optionsOf(scale: Scale, t: Translate): Option[] {
  if (scale.type === "points") {
    return Array.from({ length: scale.max - scale.min + 1 }, (_, index) => {
      const point = scale.min + index;
      const digit = keyOfPoint(point, scale);
      return {
        value: point,
        label: String(point),
        hint: scale.labels?.[String(point)],
        key: digit === null ? null : { digit },
      };
    });
  }
  const options: Option[] = [
    { value: "yes", label: t("judge.yes"), key: { action: "yes" } },
    { value: "no", label: t("judge.no"), key: { action: "no" } },
  ];
  return scale.type === "yesnona"
    ? [...options, { value: "na", label: t("judge.na"), key: { action: "na" } }]
    : options;
}

interface AnswerButtonsProps {
  /** Accessible name of what is answered. */
  legend: string;
  scale: Scale;
  value: AnswerValue | null;
  onAnswer: (value: AnswerValue) => void;
  disabled?: boolean;
}

/** Container widths from which each point shows its own label; below, there is a line under the row. */
const LABELLED: Readonly<Record<Room, { row: string; button: string; caption: string; below: string }>> = {
  sm: {
    row: "@sm:grid @sm:auto-cols-fr @sm:grid-flow-col",
    button: "@sm:h-auto @sm:min-w-0 @sm:flex-col @sm:gap-0.5 @sm:px-1 @sm:py-1",
    caption: "@sm:block",
    below: "@sm:hidden",
  },
  lg: {
    row: "@lg:grid @lg:auto-cols-fr @lg:grid-flow-col",
    button: "@lg:h-auto @lg:min-w-0 @lg:flex-col @lg:gap-0.5 @lg:px-1 @lg:py-1",
    caption: "@lg:block",
    below: "@lg:hidden",
  },
  "2xl": {
    row: "@2xl:grid @2xl:auto-cols-fr @2xl:grid-flow-col",
    button: "@2xl:h-auto @2xl:min-w-0 @2xl:flex-col @2xl:gap-0.5 @2xl:px-1 @2xl:py-1",
    caption: "@2xl:block",
    below: "@2xl:hidden",
  },
};

/**
 * Answer buttons of a scale. Choosing the chosen one again changes nothing; undo clears it. Every point has
 * its label where the container is wide enough; otherwise the end labels and the chosen one are below the
 * row, and all of them on demand.
 */
export function AnswerButtons({ legend, scale, value, onAnswer, disabled = false }: AnswerButtonsProps) {
  const t = useTranslations();
  const options = optionsOf(scale, t);
  const chosen = options.find((option) => option.value === value);
  const hints = options.map(({ hint = "" }) => hint);
  const isLabelled = hints.some((hint) => hint !== "");
  const room = isLabelled ? roomFor(hints) : null;
  const fits = room && LABELLED[room];
  return (
    <fieldset disabled={disabled} className="grid w-fit max-w-full min-w-0 gap-1">
      <legend className="sr-only">{legend}</legend>
      <div className={clsx("flex flex-wrap gap-1", fits?.row)}>
        {options.map((option) => (
          <AnswerButton key={option.value} option={option} value={value} onAnswer={onAnswer} fits={fits} />
        ))}
      </div>
      {isLabelled && (
        <div className={clsx("grid gap-1", fits?.below)}>
          <ScaleLabels options={options} chosen={chosen} />
        </div>
      )}
    </fieldset>
  );
}

interface AnswerButtonProps {
  option: Option;
  value: AnswerValue | null;
  onAnswer: (value: AnswerValue) => void;
  /** Classes of labels that fit on the buttons; null where they stand below. */
  fits: (typeof LABELLED)[Room] | null;
}

function AnswerButton({ option, value, onAnswer, fits }: AnswerButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={option.value === value}
      title={option.hint ?? undefined}
      aria-label={option.hint ? `${option.label}: ${option.hint}` : undefined}
      onClick={() => option.value !== value && onAnswer(option.value)}
      className={clsx(
        "inline-flex h-8 min-w-9 items-center justify-center gap-1.5 rounded-md border px-2.5 text-base",
        "font-medium tabular-nums hover:transition-colors disabled:cursor-default disabled:opacity-50",
        "max-sm:h-11 max-sm:min-w-11",
        fits?.button,
        option.value === value
          ? "border-accent bg-accent text-on-accent"
          : "border-control/70 bg-surface text-ink hover:border-control hover:bg-hover",
      )}
    >
      {option.label}
      {fits && option.hint && (
        <span
          dir="auto"
          className={clsx("hidden max-w-full text-center text-xs font-normal wrap-break-word", fits.caption)}
        >
          {option.hint}
        </span>
      )}
      {option.key && "action" in option.key && (
        <KeyBadge action={option.key.action} resting="outside-focus" />
      )}
      {option.key && "digit" in option.key && option.key.digit !== option.label && (
        <KeyBadge resting="outside-focus">{option.key.digit}</KeyBadge>
      )}
    </button>
  );
}

/** Labels of a scale's points, where there is no room on the buttons. */
function ScaleLabels({ options, chosen }: { options: readonly Option[]; chosen: Option | undefined }) {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  const first = options[0];
  const last = options.at(-1);
  const isMore = options.some(({ hint }, at) => hint && at > 0 && at < options.length - 1);
  return (
    <>
      {!isOpen && (
        <p className="flex max-w-72 min-w-full justify-between gap-4 text-xs text-muted" aria-hidden="true">
          {chosen?.hint ? (
            <span dir="auto" className="text-ink">{`${chosen.label} – ${chosen.hint}`}</span>
          ) : (
            <>
              <span dir="auto">{first?.hint}</span>
              <span dir="auto" className="text-end">
                {last?.hint}
              </span>
            </>
          )}
        </p>
      )}
      {isOpen && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-0.5 text-sm">
          {options.map(
            (option) =>
              option.hint && (
                <Fragment key={option.value}>
                  <dt className={clsx("tabular-nums", option !== chosen && "text-muted")}>{option.label}</dt>
                  <dd dir="auto" className={clsx("wrap-anywhere", option === chosen && "font-medium")}>
                    {option.hint}
                  </dd>
                </Fragment>
              ),
          )}
        </dl>
      )}
      {isMore && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="hit-area w-fit text-xs font-medium text-accent underline underline-offset-2"
        >
          {t(isOpen ? "judge.labels.hide" : "judge.labels.show")}
        </button>
      )}
    </>
  );
}
