"use client";

import clsx from "clsx";
import { Popover } from "radix-ui";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";
import { floatClass } from "@/components/ui/menu-class";

type Step = { name: "content" | "decide" | "undo" | "note" | "submit" | "home"; at: string };
type ShownStep = Step & { part: HTMLElement };

/** The tour's steps with the elements they point at. A step without anything in sight is left out. */
const STEPS: readonly Step[] = [
  { name: "content", at: '[data-tour="content"]' },
  { name: "decide", at: "[data-target]" },
  { name: "undo", at: '[data-tour="undo"]' },
  { name: "note", at: '[data-opens="note"]' },
  { name: "submit", at: '[data-tour="submit"]' },
  { name: "home", at: '[data-tour="home"]' },
];

interface TourProps {
  /** The annotator has seen everything, or has skipped the rest. */
  onEnd: () => void;
}

/**
 * A tour of the workbench: a box beside one part after the other, which it outlines and never covers. The page stays
 * usable; keys of the workbench rest until the tour is over.
 */
export function Tour({ onEnd }: TourProps) {
  const steps = useStepsInSight();
  const [at, setAt] = useState(0);
  const step = steps[Math.min(at, steps.length - 1)];
  const next = useRef<HTMLButtonElement>(null);
  useOutlined(step?.part ?? null);
  const isWide = useIsWide();
  if (!step) return null;
  return (
    <Popover.Root open onOpenChange={(open) => !open && onEnd()}>
      <Popover.Anchor virtualRef={{ current: step.part }} />
      <Popover.Portal>
        <Popover.Content
          {...placeFor(step, isWide)}
          sideOffset={10}
          collisionPadding={12}
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            next.current?.focus({ preventScroll: true });
          }}
          aria-labelledby="tour-title"
          className={clsx(floatClass, "grid w-80 max-w-[calc(100vw-1.5rem)] gap-3 p-4 text-sm")}
        >
          <StepText step={step} />
          <StepButtons
            step={steps.indexOf(step)}
            steps={steps.length}
            next={next}
            onStep={setAt}
            onEnd={onEnd}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function StepText({ step: { name } }: { step: Step }) {
  const t = useTranslations();
  return (
    <div aria-live="polite" className="grid gap-1">
      <h2 id="tour-title" className="text-base font-medium">
        {t(`tour.${name}`)}
      </h2>
      <p>{t(`tour.${name}.text`)}</p>
    </div>
  );
}

interface StepButtonsProps {
  step: number;
  steps: number;
  next: RefObject<HTMLButtonElement | null>;
  onStep: (step: number) => void;
  onEnd: () => void;
}

function StepButtons({ step, steps, next, onStep, onEnd }: StepButtonsProps) {
  const t = useTranslations();
  const isLast = step === steps - 1;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="me-auto text-muted tabular-nums">{t("tour.step", { step: step + 1, steps })}</span>
      {!isLast && (
        <Button size="sm" variant="quiet" onClick={onEnd}>
          {t("tour.skip")}
        </Button>
      )}
      {step > 0 && (
        <Button size="sm" onClick={() => onStep(step - 1)}>
          {t("tour.back")}
        </Button>
      )}
      <Button ref={next} size="sm" variant="primary" onClick={() => (isLast ? onEnd() : onStep(step + 1))}>
        {t(isLast ? "tour.done" : "tour.next")}
      </Button>
    </div>
  );
}

/** The first element of a step that is on the screen: assignments that are rendered ahead are not. */
function partOf({ at }: Step): HTMLElement | null {
  const all = [...document.querySelectorAll<HTMLElement>(at)];
  return all.find((one) => one.checkVisibility() && one.getBoundingClientRect().width > 0) ?? null;
}

const findSteps = (): ShownStep[] =>
  STEPS.flatMap((step) => {
    const part = partOf(step);
    return part ? [{ ...step, part }] : [];
  });

/** The steps that have a part on the screen; none until the workbench is there. */
function useStepsInSight(): readonly ShownStep[] {
  const [steps, setSteps] = useState<readonly ShownStep[]>([]);
  useEffect(() => {
    const look = () => {
      const found = findSteps();
      const isThere = found.some(({ name }) => name === "submit");
      setSteps((before) =>
        before.length === found.length && before.every(({ part }, n) => part === found[n]?.part)
          ? before
          : isThere
            ? found
            : [],
      );
    };
    look();
    const changes = new MutationObserver(look);
    changes.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("resize", look);
    return () => {
      changes.disconnect();
      window.removeEventListener("resize", look);
    };
  }, []);
  return steps;
}

/** Brings a part into sight and outlines it; a window of another size may have moved it out of sight. */
function useOutlined(part: HTMLElement | null): void {
  useEffect(() => {
    if (!part) return;
    const show = () => {
      if (part.offsetHeight < innerHeight) part.scrollIntoView({ block: "nearest" });
    };
    show();
    part.dataset.toured = "";
    window.addEventListener("resize", show);
    return () => {
      window.removeEventListener("resize", show);
      delete part.dataset.toured;
    };
  }, [part]);
}

const sideBySide = () => matchMedia("(min-width: 64rem)");

function subscribe(onChange: () => void): () => void {
  const media = sideBySide();
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}

/** True where the panes of the workbench are side by side. */
function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => sideBySide().matches,
    () => true,
  );
}

/** Panes are explained on the other pane where they are side by side; bars above or below themselves. */
function placeFor({ name }: Step, isWide: boolean): Pick<Popover.PopoverContentProps, "side" | "align"> {
  const isRightToLeft = document.documentElement.dir === "rtl";
  if (name === "content") return isWide ? { side: isRightToLeft ? "left" : "right" } : { side: "bottom" };
  if (name === "decide") return isWide ? { side: isRightToLeft ? "right" : "left" } : { side: "top" };
  return { side: name === "note" || name === "submit" ? "top" : "bottom" };
}
