import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WrittenLists } from "./written-lists";

const list = (id: string, ...texts: string[]) => ({
  list: id,
  items: texts.map((text, n) => ({
    ...{ id: `${id}${n}`, key: `${id}${n}`, text, list: id },
    scale: { type: "yesno" as const },
  })),
});
const lists = [list("a", "Is it kind?"), list("b", "Is it true?", "Does it rhyme?")];
const shown = (given: typeof lists, chosen?: string) =>
  renderToStaticMarkup(
    <WrittenLists lists={given} chosen={chosen} onChoose={() => undefined} disabled={false} />,
  );

test("lists that several people wrote stand beside each other, and the one that was taken is pressed", () => {
  const markup = shown(lists, "b");
  for (const text of ["List 1", "Is it kind?", "List 2", "Does it rhyme?"]) expect(markup).toContain(text);
  expect(markup.match(/aria-pressed="(true|false)"/g)).toEqual([
    'aria-pressed="false"',
    'aria-pressed="true"',
  ]);
});

test("a single list offers no choice", () => {
  expect(shown(lists.slice(0, 1))).toBe("");
});
