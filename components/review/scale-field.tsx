"use client";

import { useTranslations } from "@/components/i18n/translations";
import { Select } from "@/components/ui/select";
import type { Points } from "@/lib/protocol/schema";
import { FARTHEST_POINT, isAskableRange } from "@/lib/protocol/schema/point-range";
import { scaleUpTo, withMeaning } from "@/lib/review/rules/point-scale";
import { AutosavedText } from "./autosaved-text";
import { useStartAnew } from "./use-start-anew";

interface ScaleFieldProps {
  /** "Criterion 2". */
  about: string;
  scale: Points;
  /** The drafted scale, if it was changed. */
  before?: Points | undefined;
  disabled: boolean;
  /** Another number of points was chosen. */
  onChange: (scale: Points) => void;
  /** What a point means was written: saved while it is typed. */
  onWrite: (scale: Points) => void;
}

/** The scale of a criterion: its points and what they mean, folded until they are to be changed. */
export function ScaleField({ about, scale, before, disabled, onChange, onWrite }: ScaleFieldProps) {
  const t = useTranslations();
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
  const isOpen = !disabled && [scale, before ?? scale].every(isAskableRange);
  if (!isOpen) return <p className="text-sm text-muted">{line}</p>;
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
            choices={HIGHEST.map((more) => String(min + more)).flatMap((value) =>
              Number(value) > FARTHEST_POINT ? [] : [{ value, label: value }],
            )}
            value={String(max)}
            onValueChange={(value) => onChange(scaleUpTo(scale, Number(value)))}
          />
        </div>
        {points.map((point) => (
          <Meaning key={point} about={about} scale={scale} point={point} onWrite={onWrite} />
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

interface MeaningProps extends Pick<ScaleFieldProps, "about" | "scale" | "onWrite"> {
  point: number;
}

/** What one point means, as recorded: after undo or an acceptance, the field starts anew. */
function Meaning({ about, scale, point, onWrite }: MeaningProps) {
  const t = useTranslations();
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
        maxLength={200}
        rows={1}
        onSave={(written) => {
          keep(written.trim());
          onWrite(withMeaning(scale, point, written));
        }}
      />
    </div>
  );
}
