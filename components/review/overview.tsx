"use client";

import clsx from "clsx";
import { FoldVertical, UnfoldVertical } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { IconButton } from "@/components/ui/icon-button";
import { missing } from "@/lib/review/rules/complete";
import { useReview, useReviewState } from "./context";
import { DECISIONS } from "./decision-look";
import { useFoldChoice, useSteadyPointer } from "./folding";
import { showFocused } from "./scroll-to-focused";
import { FEWEST, type Group, groupOf, groupOfRequirement, groupsIn, stateOfGroup } from "./target-groups";
import { targetOf } from "./targets";

/** With more items than this the counts at the headings replace the overview. */
const MOST = 400;

/** All items of an assignment as small numbers: decision, current item, and a jump to each. */
export function ItemsOverview() {
  const t = useTranslations();
  const { store, focus } = useReview();
  const groups = useReviewState(({ frame, document }) => groupsIn(frame, document));
  const [folds, toggle] = useFoldChoice();
  useSteadyPointer();
  if (groups.length < FEWEST) return null;

  function go(group: Group) {
    const { frame, document: work } = store.state();
    const todo = missing(frame, work).find(
      (requirement) => groupOfRequirement(frame, requirement) === group.id,
    );
    const id = (todo && targetOf(frame, todo)) ?? group.id;
    focus(id);
    // If it has the focus already, it is only scrolled into view.
    const box = document.querySelector<HTMLElement>(`[data-target="${CSS.escape(id)}"]`);
    box?.focus({ preventScroll: true });
    if (box) showFocused(box);
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    const isBackwards = document.documentElement.dir === "rtl";
    const by = { ArrowRight: isBackwards ? -1 : 1, ArrowLeft: isBackwards ? 1 : -1 }[event.key];
    if (!by) return;
    const ticks = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-tick]")];
    const at = ticks.indexOf(document.activeElement as HTMLElement);
    ticks[(at + by + ticks.length) % ticks.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      data-bar="top"
      data-overview=""
      className="flex items-start gap-2 border-b bg-surface py-2 lg:sticky lg:top-0 lg:z-10 short:static"
    >
      <div
        role="toolbar"
        aria-label={t("overview.title")}
        onKeyDown={press}
        className="flex max-h-24 min-w-0 flex-1 flex-wrap gap-1 overflow-y-auto p-0.5"
      >
        {groups.length <= MOST &&
          groups.map((group, index) => (
            <Tick
              key={`${group.step} ${group.id}`}
              group={group}
              isFirst={index === 0}
              onGo={() => go(group)}
            />
          ))}
      </div>
      <IconButton
        size="sm"
        label={t("overview.fold")}
        aria-pressed={folds}
        onClick={toggle}
        className={clsx(folds && "bg-accent-soft text-accent")}
      >
        {folds ? <UnfoldVertical /> : <FoldVertical />}
      </IconButton>
    </div>
  );
}

const LOOK = {
  todo: "border-dashed border-control text-ink",
  done: "border-accept bg-accept-soft text-accept",
  accept: DECISIONS.accept.chosen,
  revise: DECISIONS.revise.chosen,
  remove: `${DECISIONS.remove.chosen} line-through`,
};

function Tick({ group, isFirst, onGo }: { group: Group; isFirst: boolean; onGo: () => void }) {
  const t = useTranslations();
  const state = useReviewState((now) => stateOfGroup(now, group));
  const isHere = useReviewState((state) => groupOf(state, state.focused) === group.id);
  const isAnyHere = useReviewState(({ focused }) => focused !== null);
  const how =
    state === "todo"
      ? t("overview.todo")
      : state === "done"
        ? t("overview.answered")
        : t(DECISIONS[state].done);
  return (
    <button
      type="button"
      data-tick={state}
      tabIndex={isHere || (isFirst && !isAnyHere) ? 0 : -1}
      aria-current={isHere ? "true" : undefined}
      aria-label={t("overview.item", { number: group.number, text: group.text.slice(0, 120), how })}
      title={group.text.slice(0, 200)}
      onClick={onGo}
      className={clsx(
        "grid h-6 min-w-6 place-items-center rounded-sm border px-0.5 text-xs tabular-nums",
        LOOK[state],
        isHere && "ring-2 ring-focus forced-colors:outline-2",
      )}
    >
      {group.number}
    </button>
  );
}
