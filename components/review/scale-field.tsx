"use client";

import { useTranslations } from "@/components/i18n/translations";
import { Select } from "@/components/ui/select";
import type { Points } from "@/lib/protocol/schema";
import { AutosavedText } from "./autosaved-text";

interface ScaleFieldProps {
  /** "Criterion 2". */
  about: string;
  scale: Points;
  /** The drafted scale, if it was changed. */
  before?: Points | undefined;
  disabled: boolean;
  onChange: (scale: Points) => void;
}

/** The scale of a criterion: its points and what they mean, folded until they are to be changed. */
export function ScaleField({ about, scale, before, disabled, onChange }: ScaleFieldProps) {
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
  if (disabled) return <p className="text-sm text-muted">{line}</p>;
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
            choices={HIGHEST.map((more) => ({ value: String(min + more), label: String(min + more) }))}
            value={String(max)}
            onValueChange={(value) => onChange(upTo(scale, Number(value)))}
          />
        </div>
        {points.map((point) => (
          <div key={point} className="flex items-center gap-2">
            <span aria-hidden="true" className="w-6 text-end tabular-nums">
              {point}
            </span>
            <AutosavedText
              label={t("scale.meaning", { about, point })}
              initial={scale.labels?.[String(point)] ?? ""}
              placeholder={t("scale.meaning.hint")}
              maxLength={200}
              rows={1}
              onSave={(meaning) => onChange(withMeaning(scale, point, meaning))}
            />
          </div>
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

/** The scale up to another point; meanings of points that are left stay. */
function upTo({ min, labels }: Points, max: number): Points {
  const left = Object.entries(labels ?? {}).filter(([point]) => Number(point) <= max);
  return { type: "points", min, max, ...(left.length > 0 && { labels: Object.fromEntries(left) }) };
}

function withMeaning({ min, max, labels }: Points, point: number, meaning: string): Points {
  const { [String(point)]: _, ...others } = labels ?? {};
  const all = meaning.trim() === "" ? others : { ...others, [String(point)]: meaning.trim() };
  return { type: "points", min, max, ...(Object.keys(all).length > 0 && { labels: all }) };
}
