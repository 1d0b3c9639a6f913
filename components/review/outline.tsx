"use client";

import { type RefObject, useEffect, useState } from "react";
import { Trans } from "@/components/i18n/translations";
import { Disclosure } from "@/components/ui/disclosure";

/** With fewer headings no outline is needed. */
const FEWEST = 4;
/** A longer list is of no help, and a hostile text could have 100,000 headings. */
const MOST = 200;
const ID = "content-outline";

type Heading = {
  text: string;
  level: number;
  /** The text outlined: "Response A". */
  of: string;
  element: HTMLElement;
};

/** Outline of the headings in an area, to jump to; nothing when there are few. */
export function Outline({ of }: { of: RefObject<HTMLElement | null> }) {
  const headings = useHeadings(of);

  if (headings.length < FEWEST) return null;
  return (
    <div id={ID} className="-my-1">
      <Disclosure
        summary={
          <Trans
            id={headings.length === MOST ? "content.outline.more" : "content.outline"}
            values={{ count: headings.length }}
          />
        }
      >
        <HeadingList headings={headings} />
      </Disclosure>
    </div>
  );
}

/** The headings of the texts in an area. */
function useHeadings(of: RefObject<HTMLElement | null>) {
  const [headings, setHeadings] = useState<readonly Heading[]>([]);

  // Texts are formatted, switched to raw and unfolded after the page has loaded, so the headings are read
  // again.
  useEffect(() => {
    const place = of.current;
    if (!place) return;
    const look = () => {
      const found = [...place.querySelectorAll<HTMLElement>(".prose-text :is(h4, h5, h6)")]
        .slice(0, MOST)
        .flatMap(headingOf);
      const isSame = (before: readonly Heading[]) =>
        before.length === found.length && before.every(({ element }, n) => element === found[n]?.element);
      setHeadings((before) => (isSame(before) ? before : found));
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(place, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [of]);
  return headings;
}

function HeadingList({ headings }: { headings: readonly Heading[] }) {
  return (
    <ol className="grid max-h-64 gap-0.5 overflow-y-auto p-0.5 text-sm">
      {headings.map(({ text, level, of, element }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headings may be called the same
        <li key={index} style={{ paddingInlineStart: `${level}rem` }}>
          {of !== headings[index - 1]?.of && <p className="pt-1 text-xs text-muted">{of}</p>}
          <button
            type="button"
            dir="auto"
            onClick={() => jumpTo(element)}
            className="w-full truncate rounded-sm px-1 py-0.5 text-start hover:bg-hover"
          >
            {text}
          </button>
        </li>
      ))}
    </ol>
  );
}

function headingOf(element: HTMLElement): Heading[] {
  const text = element.textContent?.trim().slice(0, 200);
  const of = element.closest("section[aria-label]")?.getAttribute("aria-label") ?? "";
  return text ? [{ text, level: Number(element.tagName.charAt(1)) - 4, of, element }] : [];
}

function jumpTo(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "start" });
}

/** Opens the outline and focuses its first heading; false if there is none. */
export function focusOutline(): boolean {
  const details = document.getElementById(ID)?.querySelector("details");
  if (!details) return false;
  details.open = true;
  details.querySelector("button")?.focus();
  return true;
}
