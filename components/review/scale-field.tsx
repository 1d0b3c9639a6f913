"use client";

import { useTranslations } from "@/components/i18n/translations";
import { Select } from "@/components/ui/select";
import type { Points } from "@/lib/protocol/schema";
import { isAskableRange, LONGEST_MEANING } from "@/lib/protocol/schema/point-range";
import type { TypedOp } from "@/lib/review/client/autosave-state";
import { scaleUpTo, withMeaning } from "@/lib/review/rules/point-scale";
import { AutosavedText } from "./autosaved-text";
import { useReview } from "./context";
import { useStartAnew } from "./use-start-anew";

interface ScaleFieldProps {
  /** "Criterion 2". */
  about: string;
  scale: Points;
  /** The drafted scale, if it was changed. */
  before?: Points | undefined;
  disabled: boolean;
  /** The operation that gives the criterion this scale; null when nothing changes. */
  operationFor: (scale: Points) => TypedOp | null;
}

/** The scale of a criterion: its points and what they mean, folded until they are to be changed. */
export function ScaleField({ about, scale, before, disabled, operationFor }: ScaleFieldProps) {
  const t = useTranslations();
  const { perform } = useReview();
  const { min, max } = scale;
  const line = (
    <>
      {t("scale.range", { min, max })}
      <Meanings scale={scale} />
      {before && (
        <del className="block">
          {t("scale.range", { min: before.min, max: before.max })}
          <Meanings scale={before} />
        </del>
      )}
    </>
  );
  // Imported scales may have any number of points, and none that are whole: those are only shown.
  const isEditable = !disabled && [scale, before ?? scale].every(isAskableRange);
  if (!isEditable) return <p className="text-sm text-muted">{line}</p>;
  const points = Array.from({ length: max - min + 1 }, (_, at) => min + at);
  return (
    <details className="text-sm">
      <summary className="cursor-pointer rounded-sm text-muted">{line}</summary>
      <div className="grid gap-2 ps-4 pt-2">
        <div className="flex flex-wrap items-center gap-2">
          <span aria-hidden="true">{t("scale.highest")}</span>
          <Select
            size="sm"
            aria-label={t("scale.highest-of", { about })}
            choices={HIGHEST.map((more) => min + more)
              .filter((highest) => isAskableRange({ min, max: highest }))
              .map((highest) => ({ value: String(highest), label: String(highest) }))}
            value={String(max)}
            onValueChange={(value) => {
              const op = operationFor(scaleUpTo(scale, Number(value)));
              if (op) perform(op);
            }}
          />
        </div>
        {points.map((point) => (
          <Meaning key={point} about={about} scale={scale} point={point} operationFor={operationFor} />
        ))}
      </div>
    </details>
  );
}

/** A scale has 2 to 10 points. */
const HIGHEST = [1, 2, 3, 4, 5, 6, 7, 8, 9];

function Meanings({ scale: { labels = {} } }: { scale: Points }) {
  return Object.entries(labels).map(([point, meaning]) => (
    <span key={point}>
      {" · "}
      {point} <bdi>{meaning}</bdi>
    </span>
  ));
}

interface MeaningProps extends Pick<ScaleFieldProps, "about" | "scale" | "operationFor"> {
  point: number;
}

/** Field for the meaning of one point, as recorded: after undo or an acceptance, the field starts anew. */
function Meaning({ about, scale, point, operationFor }: MeaningProps) {
  const t = useTranslations();
  const { write } = useReview();
  const meaning = scale.labels?.[String(point)] ?? "";
  const { key, keep } = useStartAnew(meaning);
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden="true" className="w-6 text-end tabular-nums">
        {point}
      </span>
      <AutosavedText
        key={key}
        label={t("scale.meaning", { about, point })}
        initial={meaning}
        placeholder={t("scale.meaning.hint")}
        maxLength={LONGEST_MEANING}
        rows={1}
        onSave={(written) => {
          keep(written.trim());
          const op = operationFor(withMeaning(scale, point, written));
          if (op) write(op);
        }}
      />
    </div>
  );
}
