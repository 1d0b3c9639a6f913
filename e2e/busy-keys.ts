import type { Page } from "@playwright/test";

/**
 * Presses keys as they reach a page in a busy browser: one after the other before the page has had time for anything
 * else.
 */
export function pressAtOnce(page: Page, keys: Iterable<string>): Promise<void> {
  return page.evaluate(
    (keys) => {
      for (const key of keys) {
        const send = (type: string) =>
          document.activeElement?.dispatchEvent(
            new KeyboardEvent(type, { key, bubbles: true, cancelable: true }),
          );
        send("keydown");
        send("keyup");
      }
    },
    [...keys],
  );
}
