import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TranslationsProvider } from "@/components/i18n/translations";
import { en } from "@/lib/i18n/english";
import { choiceOf, ItemPanel } from "./rubric-form";
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

const scaleTo = (max: number) => ({ type: "points" as const, min: 1, max });
const item = {
  ...{ id: "a", key: "a", name: null, text: "Clarity", scale: scaleTo(5), weight: null, category: null },
  metadata: {},
};
const written = { what: "write", text: " Plain words " } as const;
const revised = [3, 4, null, null, null, 3].map((max, at) => ({
  ...{
    id: String(at),
    item: "a",
    action: "revise" as const,
    text: "Clarity",
    reasonCode: null,
    reasonNote: null,
  },
  scale: max === null ? null : scaleTo(max),
}));

test("an item that is written anew has the scale that most gave it, and the form shows which", () => {
  const choice = { do: "write", item: "a", text: "Plain words" };
  expect(choiceOf("a", written, revised)).toEqual({ ...choice, scale: scaleTo(3) });
  expect(choiceOf("a", written, [])).toEqual(choice);
  const panel = (decisions: typeof revised) =>
    renderToStaticMarkup(
      <TranslationsProvider words={{ language: "en", dictionary: en }}>
        <ItemPanel
          {...{ item, place: 1, decisions, chosen: written, disabled: false }}
          onChoose={() => undefined}
        />
      </TranslationsProvider>,
    );
  expect(panel(revised)).toContain("On the scale most often revised to: 1 to 3");
  expect(panel([])).toContain("On the scale as it is: 1 to 5");
});
