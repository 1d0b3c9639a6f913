/** Vertical extent of an element on screen, in pixels. */
export interface Extent {
  top: number;
  bottom: number;
}

/** Free space above and below the focused part, in pixels. */
const MARGIN = 16;

/**
 * Distance to scroll (down is positive) so that the focused part is in the upper third of the view, whole,
 * with as much of its group as fits, such as the wording above a scale. 0 if it is there already.
 */
export function scrollFor(view: Extent, group: Extent, part: Extent): number {
  const room = heightOf(view) - 2 * MARGIN;
  const upper = view.top + heightOf(view) / 3;
  if (heightOf(group) <= room) return place(group, heightOf(view) / 5);
  // Too long to fit: the part itself, with what is right above it.
  const above = Math.max(
    0,
    Math.min(part.top - group.top, room - heightOf(part), heightOf(view) / 3 - MARGIN),
  );
  return place({ top: part.top - above, bottom: part.bottom }, MARGIN);

  function place({ top, bottom }: Extent, rest: number): number {
    const isSeen = top >= view.top && bottom <= view.bottom - MARGIN;
    if (isSeen && top <= upper) return 0;
    const spare = room - (bottom - top);
    return top - view.top - MARGIN - Math.max(0, Math.min(spare, rest - MARGIN));
  }
}

const heightOf = ({ top, bottom }: Extent) => bottom - top;

/** Scrolls the pane (or the page, where panes are stacked) to the focused part. */
export function showFocused(part: HTMLElement): void {
  const scroller = scrollerOf(part);
  const isPage = scroller === document.scrollingElement;
  const group = part.closest<HTMLElement>("[data-group]") ?? part;
  const by = scrollFor(viewOf(scroller, isPage), group.getBoundingClientRect(), part.getBoundingClientRect());
  if (by !== 0) scroller.scrollBy({ top: by, behavior: "instant" });
}

export function scrollerOf(element: HTMLElement): Element {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at !== document.body) return at;
  }
  return document.scrollingElement ?? document.documentElement;
}

/** The visible extent of a scroller, without its sticky bars. */
function viewOf(scroller: Element, isPage: boolean): Extent {
  const box = isPage ? { top: 0, bottom: window.innerHeight } : scroller.getBoundingClientRect();
  const view = { top: Math.max(0, box.top), bottom: Math.min(window.innerHeight, box.bottom) };
  for (const bar of document.querySelectorAll<HTMLElement>("[data-bar]")) {
    const { position, top, bottom } = getComputedStyle(bar);
    const isIn = isPage || scroller.contains(bar);
    if (position !== "sticky" || !isIn) continue;
    if (bar.dataset.bar === "top")
      view.top = Math.max(view.top, box.top + Number.parseFloat(top) + bar.offsetHeight);
    else view.bottom = Math.min(view.bottom, box.bottom - Number.parseFloat(bottom) - bar.offsetHeight);
  }
  return view;
}
