"use client";

import { useTranslations } from "@/components/i18n/translations";
import { explanationPolicy } from "@/lib/review/rules/explanations";
import { AddText } from "./add-text";
import { OwnText } from "./added-item";
import { useAddedLines, useReviewState } from "./context";

/** The annotator's explanation of a value for which no draft is shown; nothing where the step asks for none. */
export function Explanation({ item, name }: { item: string; name: string }) {
  const t = useTranslations();
  const policy = useReviewState(({ frame, document }) => explanationPolicy(frame, document, item));
  const own = useAddedLines(item);
  if (policy === "off") return null;
  const target = { item, lines: true } as const;
  const first = policy === "required" ? "explain.add.required" : "explain.add";
  return (
    <div className="grid gap-1.5">
      {own.map(({ id, text }, index) => (
        <OwnText
          key={id}
          as={id}
          target={target}
          label={t("explain.yours", { number: index + 1, name })}
          text={text}
        />
      ))}
      <AddText
        target={target}
        label={t(own.length > 0 ? "explain.add.more" : first)}
        placeholder={t("explain.hint")}
      />
    </div>
  );
}
