import type { Page } from "@playwright/test";

/** Number of tab stops checked from the start of a page, and from its end. */
const STOPS = 12;

/**
 * Tabs through the first focusable elements of a page and backwards through the last ones, and lists those
 * without a visible focus: no outline, or fully covered.
 */
export async function checkFocus(page: Page): Promise<string[]> {
  const problems = new Set<string>();
  const walk = async (key: "Tab" | "Shift+Tab") => {
    for (let stop = 0; stop < STOPS; stop++) {
      await page.keyboard.press(key);
      const problem = await page.evaluate(problemWithFocus);
      if (problem === "end") return;
      if (problem !== null) problems.add(`${key}: ${problem}`);
    }
  };
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
  });
  await walk("Tab");
  await page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, [tabindex='0']"),
    ];
    const last = all.filter((one) => one.checkVisibility() && !one.hasAttribute("disabled")).at(-1);
    window.scrollTo(0, document.documentElement.scrollHeight);
    last?.focus();
  });
  await walk("Shift+Tab");
  return [...problems];
}

/** Runs in the page. Null if the focus is visible, "end" if nothing has the focus any more. */
function problemWithFocus(): string | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return "end";
  const name = `<${focused.tagName.toLowerCase()}> ${(focused.getAttribute("aria-label") ?? focused.textContent ?? "").trim().slice(0, 60) || focused.outerHTML.slice(0, 120)}`;
  const label = focused.closest("label") ?? (focused as HTMLInputElement).labels?.[0] ?? null;
  // An element drawn in place of a native control shows its focus.
  const drawn = [
    focused,
    label,
    focused.parentElement,
    focused.nextElementSibling,
    ...(focused.parentElement?.children ?? []),
  ];
  const outlined = drawn.some((element) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
  });
  // In a date field the browser itself draws the focus of the calendar button.
  const isInside =
    focused.matches("[type=date], [type=datetime-local]") && !focused.matches(":focus-visible");
  if (!outlined && !isInside) return `${name} shows no focus`;

  let box = focused.getBoundingClientRect();
  if ((box.width < 4 || box.height < 4) && label) box = label.getBoundingClientRect();
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
  if (right - left < 1 || bottom - top < 1) return `${name} is outside of the screen`;
  const isSeen = [0.1, 0.5, 0.9].some((x) =>
    [0.1, 0.5, 0.9].some((y) => {
      const hit = document.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
      return (
        hit !== null && (focused.contains(hit) || hit.contains(focused) || label?.contains(hit) === true)
      );
    }),
  );
  return isSeen ? null : `${name} is covered`;
}
