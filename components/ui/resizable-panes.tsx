"use client";

import clsx from "clsx";
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useTranslations } from "@/components/i18n/translations";
import { useIsHydrated } from "./use-is-hydrated";

interface ResizablePanesProps {
  /** Names of the panes, for screen readers. */
  startLabel: string;
  endLabel: string;
  start: ReactNode;
  end: ReactNode;
  /** Width of the start pane, in percent. */
  defaultShare?: number;
  min?: number;
  max?: number;
  /** Stores the width in this browser under this key. */
  storageKey?: string;
  /** On narrow screens, where panes scroll together, the first one is sticky. */
  startStays?: boolean;
  /** The end pane has no controls: the pane itself is focusable, to scroll by keyboard. */
  endIsRead?: boolean;
  className?: string;
}

const STEP = 2;

/**
 * Two independently scrolling panes with a divider that can be dragged, moved with the arrow keys, and reset
 * by a double click. Stacked on narrow screens.
 */
export function ResizablePanes({
  startLabel,
  endLabel,
  start,
  end,
  defaultShare = 56,
  min = 30,
  max = 72,
  storageKey,
  startStays = false,
  endIsRead = false,
  className,
}: ResizablePanesProps) {
  const t = useTranslations();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const isHydrated = useIsHydrated();
  const [share, setShare] = useState(
    () => (isHydrated ? storedShare(storageKey, min, max) : null) ?? defaultShare,
  );

  // Runs before the first paint after hydration, so that the panes do not jump.
  useLayoutEffect(() => {
    const stored = storedShare(storageKey, min, max);
    if (stored !== null) setShare(stored);
  }, [storageKey, min, max]);

  function change(next: number) {
    const value = Math.round(Math.min(max, Math.max(min, next)) * 10) / 10;
    setShare(value);
    if (storageKey) localStorage.setItem(storageKey, String(value));
  }

  function drag(event: PointerEvent<HTMLElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = frame.current?.getBoundingClientRect();
    if (!box) return;
    const fromLeft = ((event.clientX - box.left) / box.width) * 100;
    change(getComputedStyle(event.currentTarget).direction === "rtl" ? 100 - fromLeft : fromLeft);
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    const towardsEnd = getComputedStyle(event.currentTarget).direction === "rtl" ? -STEP : STEP;
    const next = { ArrowLeft: share - towardsEnd, ArrowRight: share + towardsEnd, Home: min, End: max }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    change(next);
  }

  const columns: CSSProperties & Record<"--start", string> = { "--start": `${share}fr` };
  const rest: CSSProperties & Record<"--end", string> = { "--end": `${100 - share}fr` };

  return (
    <div
      ref={frame}
      style={{ ...columns, ...rest }}
      className={clsx(
        "flex min-h-0 flex-col lg:grid lg:h-full lg:grid-cols-[minmax(0,var(--start))_auto_minmax(0,var(--end))]",
        className,
      )}
    >
      <section
        id={`${id}-start`}
        aria-label={startLabel}
        data-bar={startStays ? "top" : undefined}
        className={clsx(
          "min-h-0 min-w-0 lg:relative lg:overflow-y-auto",
          startStays ? "bg-canvas max-lg:sticky max-lg:top-12 max-lg:z-20 short:relative" : "relative",
        )}
      >
        {start}
      </section>
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that can be moved takes the focus, a rule cannot */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t("ui.width-of", { what: startLabel })}
        aria-controls={`${id}-start`}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={Math.round(share)}
        aria-valuetext={t("ui.percent", { share: Math.round(share) })}
        onKeyDown={press}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onDoubleClick={() => change(defaultShare)}
        className="group relative w-px cursor-col-resize touch-none bg-line focus-visible:outline-hidden max-lg:hidden print:hidden"
      >
        <span
          aria-hidden="true"
          className="absolute inset-y-0 -start-1 w-2.25 border-x-[3.5px] border-transparent bg-clip-padding transition-colors group-hover:bg-control group-focus-visible:bg-focus group-active:bg-focus"
        />
      </div>
      <section
        aria-label={endLabel}
        tabIndex={endIsRead ? 0 : undefined}
        className="relative min-h-0 min-w-0 scroll-pt-4 has-data-overview:scroll-pt-28 scroll-pb-[calc(1rem+var(--bottom-bar,0px))] max-lg:border-t lg:overflow-y-auto print:border-t-0"
      >
        {end}
      </section>
    </div>
  );
}

/** The stored width, if it is within the limits. */
function storedShare(storageKey: string | undefined, min: number, max: number): number | null {
  const stored = Number(storageKey && localStorage.getItem(storageKey));
  return stored >= min && stored <= max ? stored : null;
}
