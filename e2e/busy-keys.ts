import type { Page } from "@playwright/test";

/**
 * Presses keys as they reach a page in a busy browser: one after the other before the page has had time for anything
 * else. A letter is typed where the focus is; any other key only goes down and up.
 */
export function pressAtOnce(page: Page, keys: Iterable<string>): Promise<void> {
  return page.evaluate(
    (keys) => {
      for (const key of keys) {
        if (key.length === 1) document.execCommand("insertText", false, key);
        else
          for (const type of ["keydown", "keyup"])
            document.activeElement?.dispatchEvent(
              new KeyboardEvent(type, { key, bubbles: true, cancelable: true }),
            );
      }
    },
    [...keys],
  );
}
