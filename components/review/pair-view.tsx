"use client";

import { type ReactNode, type UIEvent, useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Prose } from "@/components/prose/prose";
import type { Highlight } from "@/components/prose/quotes";
import { Switch } from "@/components/ui/switch";
import type { PreparedTexts } from "@/lib/review/rules/assignment-texts";

interface PairViewProps {
  pair: { a: string; b: string };
  prepared: PreparedTexts;
  highlights: readonly Highlight[];
  active: string | null;
}

/**
 * Two responses side by side, named A and B only. They scroll together unless switched off; in a narrow
 * container they are stacked and scroll with the page.
 */
export function PairView({ pair, prepared, highlights, active }: PairViewProps) {
  const t = useTranslations();
  const [together, setTogether] = useState(true);
  const sides = useRef<Record<"a" | "b", HTMLDivElement | null>>({ a: null, b: null });
  // The pane that is being scrolled. The other pane's scroll events, caused by synchronising it, are ignored.
  const led = useRef<HTMLElement | null>(null);

  function follow(event: UIEvent<HTMLDivElement>, other: "a" | "b") {
    const leader = event.currentTarget;
    const follower = sides.current[other];
    if (!together || !follower) return;
    if (led.current === leader) {
      led.current = null;
      return;
    }
    const range = leader.scrollHeight - leader.clientHeight;
    const share = range > 0 ? leader.scrollTop / range : 0;
    const top = Math.round(share * (follower.scrollHeight - follower.clientHeight));
    if (Math.abs(top - follower.scrollTop) < 1) return;
    led.current = follower;
    follower.scrollTop = top;
  }

  const side = (name: "a" | "b", other: "a" | "b"): ReactNode => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and the text inside is a section already
    <div
      ref={(element) => {
        sides.current[name] = element;
      }}
      role="group"
      aria-label={t("content.response-of.scrolls", { side: name.toUpperCase() })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too
      tabIndex={0}
      onScroll={(event) => follow(event, other)}
      className="min-w-0 @xl:max-h-[75dvh] @xl:overflow-y-auto @xl:overscroll-contain"
    >
      <Prose
        text={pair[name]}
        prepared={prepared.get(pair[name])}
        label={t("content.response-of", { side: name.toUpperCase() })}
        highlights={highlights}
        active={active}
      />
    </div>
  );

  return (
    <div className="@container">
      <div className="grid gap-2">
        <Switch
          label={t("content.scroll-both")}
          checked={together}
          onCheckedChange={setTogether}
          className="justify-self-end @max-xl:hidden"
        />
        <div className="grid gap-5 @xl:grid-cols-2 @xl:gap-3">
          {side("a", "b")}
          {side("b", "a")}
        </div>
      </div>
    </div>
  );
}
