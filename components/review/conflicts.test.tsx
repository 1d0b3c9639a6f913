import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TranslationsProvider } from "@/components/i18n/translations";
import { en } from "@/lib/i18n/english";
import { fullFrame } from "@/lib/review/testing/arbitrary";
import { make, uuid } from "@/lib/review/testing/operations";
import { Conflicts } from "./conflicts";

/** The texts of both versions. */
function versions(theirs: object, mine: object): string[] {
  const page = renderToStaticMarkup(
    <TranslationsProvider words={{ language: "en", dictionary: en }}>
      <Conflicts
        frame={fullFrame}
        conflicts={[{ theirs: make(theirs), mine: make(mine) }]}
        onResolve={() => {}}
      />
    </TranslationsProvider>,
  );
  return [...page.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, words = ""]) => words);
}

test("two versions of a criterion that differ in their scale are shown with it", () => {
  const scale = (max: number) => ({ type: "points", min: 1, max, labels: { "1": "poor" } });
  const revised = { type: "decide", target: { item: "c1" }, action: "revise", text: "Is it short?" };
  const added = { type: "add", target: { rubric: "r" }, as: uuid(901), text: "Is it short?" };
  for (const op of [revised, added]) {
    const [theirs, mine] = versions({ ...op, scale: scale(5) }, { ...op, scale: scale(7) });
    expect(theirs).toMatch(/Is it short\?” · Scale 1 to 5 · 1 poor$/);
    expect(mine).toMatch(/Is it short\?” · Scale 1 to 7 · 1 poor$/);
  }
  expect(versions(revised, added).join()).not.toContain("Scale");
});

test("two decisions that differ only in their reason are told apart", () => {
  const removed = (reason?: object) => ({ type: "decide", target: { item: "c1" }, action: "remove", reason });
  const [none, coded] = versions(removed(), removed({ code: "duplicate" }));
  expect(coded).toBe(`${none} · reason: Duplicate`);
  const other = (note: string) => removed({ code: "other", note });
  expect(versions(other("Says it twice."), other("Cannot be seen."))).toEqual([
    `${none} · reason: Other, “Says it twice.”`,
    `${none} · reason: Other, “Cannot be seen.”`,
  ]);
  const why = (reason: object | null) => ({ type: "why", item: "c1", reason });
  const [kept, gone] = versions(why({ code: "other", note: "See line 2." }), why(null));
  expect(kept).toMatch(/: Other, “See line 2.”$/);
  expect(gone).toMatch(/: no reason$/);
  const flag = (note: string) => ({ type: "flag", code: "problem", on: true, note });
  expect(versions(flag("Cut off."), flag("Empty."))).toEqual([
    expect.stringMatching(/, “Cut off.”$/),
    expect.stringMatching(/, “Empty.”$/),
  ]);
});
