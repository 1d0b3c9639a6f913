"use client";

import clsx from "clsx";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { itemState } from "@/lib/review/rules/selectors";
import { useReviewWords } from "./answer-labels";
import { useReview, useReviewState } from "./context";
import { DECISIONS } from "./decision-look";
import { useIsFolded } from "./folding";
import { type Group, stateOfGroup } from "./target-groups";

interface FoldableProps {
  group: Row;
  text: string;
  /** The unfolded content. */
  children: ReactNode;
}

type Row = Pick<Group, "id" | "number" | "item" | "kind">;

/** A group in full, or as one line once it is decided and folding is on. */
export function Foldable({ group, text, children }: FoldableProps) {
  return useIsFolded(group) ? <FoldedRow group={group} text={text} /> : children;
}

/** A decided group as one line with its answer. Pressing it unfolds it. */
function FoldedRow({ group, text }: { group: Row; text: string }) {
  const t = useTranslations();
  const words = useReviewWords();
  const { focus } = useReview();
  const state = useReviewState((now) => stateOfGroup(now, group));
  const answer = useReviewState(({ document }) => itemState(document, group.item).answer);
  const revised = useReviewState(({ document }) => itemState(document, group.item).decision?.text ?? null);
  const isDecision = state === "accept" || state === "revise" || state === "remove";
  const look = isDecision ? DECISIONS[state] : null;
  const Icon = look?.icon ?? Check;
  return (
    <button
      type="button"
      data-folded=""
      aria-expanded={false}
      onClick={() => focus(group.id)}
      className={clsx(
        // Cards have more space between them than lines, which is taken back here.
        group.kind === "item" && "-my-1",
        "flex min-h-8 w-full items-center gap-2.5 rounded-sm py-1 pe-1 text-start text-sm text-muted hover:bg-hover hover:text-ink max-sm:min-h-11",
      )}
    >
      <span className="w-5 shrink-0 text-end tabular-nums">{group.number}</span>
      <Icon aria-hidden="true" className={clsx("size-3.5 shrink-0", look ? look.text : "text-positive")} />
      <span dir="auto" className={clsx("min-w-0 flex-1 truncate", state === "remove" && "line-through")}>
        {revised ?? text}
      </span>
      <span className="shrink-0 font-medium">
        {look ? t(look.done) : answer !== null && words.ofUnit(group.item, answer)}
      </span>
    </button>
  );
}
