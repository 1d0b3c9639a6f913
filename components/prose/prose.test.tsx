import { readFileSync } from "node:fs";
import path from "node:path";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { TranslationsProvider } from "@/components/i18n/translations";
import { UiProvider } from "@/components/ui/provider";
import { en } from "@/lib/i18n/english";
import { countCharacters, countWords } from "@/lib/i18n/rules/counts";
import { countInvisible, splitInvisible } from "./invisible";
import { formattingCost, PROSE_LIMITS } from "./limits";
import { loadParser } from "./load-parser";
import { hasFormulas, withFormulas } from "./math";
import { parseMarkdown } from "./parse";
import { formatPlain } from "./plain";
import { prepare } from "./prepare";
import { Prose } from "./prose";
import type { Highlight } from "./quotes";
import { safeUrl } from "./safe-url";
import { deserialise, pack } from "./serialise";
import { readMarkup } from "./testing/markup";
import { formatPrepared } from "./testing/prepared";

const format = (text: string, highlights: readonly Highlight[] = []) =>
  renderToStaticMarkup(english(formatPrepared(text, { highlights, idPrefix: "t-" })));

const english = (children: ReactNode) => (
  <TranslationsProvider words={{ language: "en", dictionary: en }}>{children}</TranslationsProvider>
);

/** The marked texts by highlight position; adjoining marks are joined. */
function marked(markup: string): string[] {
  return [...markup.matchAll(/<mark[^>]*>(.*?)<\/mark>/gs)].map(([, inside = ""]) =>
    inside.replace(/<[^>]+>/g, ""),
  );
}

const quote = (...quotes: string[]): Highlight[] =>
  quotes.map((each, index) => ({ id: `q${index}`, quote: each }));

describe("quoted evidence is marked", () => {
  test.each([
    ["as it stands", "The brain makes up stories.", "makes up stories", ["makes up stories"]],
    ["whatever its case and spacing", "Brain  makes\nup", "brain makes up", ["Brain  makes\nup"]],
    ["with other quotation marks", "It’s “good”", 'it\'s "good"', ["It’s “good"]],
    ["with the quotation marks of whoever quotes", "a big dog", "“big dog”", ["big dog"]],
    ["across emphasis", "the **big** dog", "the big dog", ["the ", "big", " dog"]],
    ["across a link", "see [the *page*](https://a.test) now", "the page now", ["the ", "page", " now"]],
    ["across paragraphs", "one end\n\nnew start", "end new", ["end", "new"]],
    ["every time it occurs", "ab c ab", "ab", ["ab", "ab"]],
    ["in code", "run `npm test` now", "npm test", ["npm test"]],
    ["with a part left out", "one two three four", "one … four", ["one", "four"]],
    ["not when it is missing", "one two", "three", []],
    ["not when it is empty", "one two", "  ", []],
    ["across characters that cannot be seen", "a\u200bb c", "ab c", ["a\u200bb c"]],
  ])("%s", (_, text, quoted, expected) => expect(marked(format(text, quote(quoted)))).toEqual(expected));

  test("two overlapping quotations are both marked", () => {
    const markup = format("one two three", quote("one two", "two three"));
    expect(marked(markup)).toEqual(["one ", "two", " three"]);
    expect([...markup.matchAll(/<mark/g)]).toHaveLength(3);
  });

  test("a quotation with offsets is marked only there", () => {
    const text = "ab **x** ab c ab";
    expect(marked(format(text, [{ id: "r", start: 9, end: 11 }]))).toEqual(["ab"]);
    expect(format(text, [{ id: "r", start: 9, end: 11 }])).toMatch(/<strong>x<\/strong> <mark/);
  });

  test("quotations are marked in plain text too", () => {
    const markup = renderToStaticMarkup(formatPlain("one\ntwo\n\nthree", quote("two three")));
    expect(marked(markup)).toEqual(["two", "three"]);
  });
});

describe("formulas", () => {
  test.each([
    ["$x^2$", true],
    ["$n$ samples", true],
    ["It costs $5, not $10.", false],
    ["$5 and {a} $6", false],
    ["US$100_000 to US$200_000", false],
  ])("%j has formulas: %s", (text, expected) => expect(hasFormulas(text)).toBe(expected));

  test("between backslashed brackets keep their offsets", () => {
    const text = "a \\(x\\) `\\(code\\)` \\[y\\]";
    expect(withFormulas(text)).toBe("a $$x$$ `\\(code\\)` $$y$$");
    expect(withFormulas(text)).toHaveLength(text.length);
  });

  test("are typeset", () => expect(format("\\(x^2\\)")).toContain("katex"));
  test("that are too long are shown as source", () => {
    const markup = format(`$$${"x+".repeat(6_000)}y$$`);
    expect(markup).not.toContain("katex");
    expect(markup).toContain("x+x+");
  });
});

describe("shown texts", () => {
  test("an image is named and not loaded", () => {
    const markup = format("![a cat](https://evil.test/cat.png)");
    expect(markup).toContain("Image not loaded: a cat");
    expect(markup).toContain("evil.test");
    expect(markup).not.toContain("<img");
  });

  test("a link shows its address unless its text is the address", () => {
    expect(format("[here](https://a.test/x)")).toContain('class="prose-host"> a.test');
    expect(format("<https://a.test/x>")).not.toContain("prose-host");
  });

  test("headings stay below those of the page", () =>
    expect(format("# A\n\n###### B")).not.toMatch(/<h[1-3]/));
  test("a task list shows what is done", () => expect(format("- [x] a\n- [ ] b")).toMatch(/☑ .*a.*☐ .*b/s));
  test("footnotes link within their own text only", () => {
    const markup = format("a[^1]\n\n[^1]: note");
    expect(markup).toContain('href="#t-fn-1"');
    expect(markup).toContain('id="t-fn-1"');
  });
  test("each block has its own writing direction", () =>
    expect(format("שלום\n\nhello").match(/dir="auto"/g)).toHaveLength(2));

  test("lists and quotations run the way their first letter does, with the marks on that side", () => {
    expect(format("- מים\n- water")).toMatch(/^<ul[^>]* dir="rtl"/);
    expect(format("1. 5 كتب\n\n   نص\n2. كتاب")).toMatch(/^<ol[^>]* dir="rtl"/);
    expect(format("> قال\n>\n> said")).toMatch(/^<blockquote[^>]* dir="rtl"/);
    expect(format("- water\n- מים")).toMatch(/^<ul[^>]* dir="ltr"/);
    expect(format("- 1\n- 2")).not.toContain('dir="rtl"');
    expect(format("- water")).not.toMatch(/<li[^>]* dir=/);
  });

  test("the words and the characters are counted", () => {
    const markup = renderToStaticMarkup(
      english(
        <UiProvider>
          <Prose text={"one **two**\u200b"} label="Response" />
        </UiProvider>,
      ),
    );
    expect(markup).toContain("2 words");
    expect(markup).toContain("1 invisible character");
  });
});

describe("characters that belong to formulas and code", () => {
  test.each([
    ["money and plain words", "It costs $5, or $6.", []],
    ["a formula in dollars", "So $x^2 = 4$.", ["typeset"]],
    ["a formula in brackets", "So \\(x\\).", ["typeset"]],
    ["code without a language", "```\nls\n```", []],
    ["code with a language", "> ```python\n> print(1)\n> ```", ["colour"]],
    ["both", "$$x$$\n\n~~~js\n1\n~~~", ["typeset", "colour"]],
  ])("%s", async (_, text, needed) => {
    const { extras } = (await loadParser(text)) ?? { extras: {} };
    expect(Object.entries(extras).flatMap(([name, plugin]) => (plugin ? [name] : []))).toEqual(needed);
  });
  test("both are shown as source until their renderer has loaded", () => {
    const markup = renderToStaticMarkup(
      english(
        formatPrepared("$$x$$ and `y`\n\n```js\n1\n```", { highlights: [], idPrefix: "t-", extras: {} }),
      ),
    );
    expect(readMarkup(markup).text).toContain("x and y");
  });
});

describe("prepared on the server", () => {
  const show = (text: string, prepared?: string | null) =>
    renderToStaticMarkup(
      english(
        <UiProvider>
          <Prose text={text} label="Response" prepared={prepared} />
        </UiProvider>,
      ),
    );

  test("a text is shown at once, with its formulas and its colours", () => {
    const markup = show(
      "# A\n\n$x^2$\n\n```js\nlet a = 1\n```",
      prepare("# A\n\n$x^2$\n\n```js\nlet a = 1\n```"),
    );
    expect(markup).toMatch(/prose-h1.*katex.*hljs-keyword/s);
  });
  test("the prepared form does not repeat the words of the text", () => {
    const text = `${"Plain words that go on. ".repeat(50)}\n\n- and *more* of them`;
    expect(prepare(text)?.length).toBeLessThan(150);
  });
  test("a prepared text has the same counts as one parsed in the browser", () => {
    const text = "a &amp; b  \n\\* *c*[^1] <b>\n\n|x|y|\n|:-|-|\n|1|2|\n\n[^1]: d";
    const tree = parseMarkdown(text, {});
    expect(tree && deserialise(pack(tree, text), text)).toMatchObject(
      JSON.parse(
        JSON.stringify(tree, (key, value) => (key === "position" || key === "data" ? undefined : value)),
      ),
    );
  });
  test("a text too long or too dense is left as it was written", () => {
    expect(prepare("a ".repeat(PROSE_LIMITS.formatted))).toBeNull();
    expect(show("[a](https://a.test)", null)).toContain("[a](https://a.test)");
  });
  test("a text that takes too long to parse is left to the browser", () =>
    expect(prepare("a ".repeat(PROSE_LIMITS.prepared))).toBeUndefined());
  test("a text that was prepared already is not prepared again", () => {
    expect(prepare("*again*")).toBe(prepare("*again*"));
  });
  test("a tree prepared for another text is not shown", () => expect(show("*a*", "[7]")).toContain("*a*"));
});

describe("invisible characters", () => {
  test("are named where they stand", () => {
    expect(splitInvisible("a\u202eb\u200b")).toEqual([
      "a",
      { code: "U+202E", name: "invisible.202E", character: "\u202e", reorders: true },
      "b",
      { code: "U+200B", name: "invisible.200B", character: "\u200b", reorders: false },
    ]);
  });
  test("can be named without changing the text, its quotes or their places", () => {
    const text = "the\u200b br\u00adain **says\u202e so** `a\u200bb`";
    const highlights = quote("the brain says");
    const plainly = format(text, highlights);
    const named = renderToStaticMarkup(
      english(formatPrepared(text, { highlights, idPrefix: "t-", nameOf: ({ name }) => en[name] })),
    );
    expect(marked(named)).toEqual(marked(plainly));
    expect(readMarkup(named).text).toBe(readMarkup(plainly).text);
    expect([...named.matchAll(/data-mark="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      "U+200B zero width space",
      "U+00AD soft hyphen",
      "U+202E right-to-left override",
      "U+200B zero width space",
    ]);
  });
  test("joiners inside an emoji do not count as hidden", () => {
    expect(countInvisible("👩‍👩‍👧‍👦 ❤️ 👩🏽‍🔬")).toEqual({ hidden: 0, reordering: 0 });
  });
  test("line ends and typographic spaces do not count as hidden", () => {
    expect(countInvisible("a\r\nb\tc 5\u00a0%")).toEqual({ hidden: 0, reordering: 0 });
    expect(splitInvisible("a\r\nb")).toEqual(["a\r\nb"]);
  });
});

test.each([
  ["It's a well-known fact, isn't it?", 6],
  ["snake_case - and 3.5 %", 3],
  ["我喜欢猫 and cats", 6],
  ["naïve re\u0301sume\u0301", 2],
  ["  \n", 0],
])("%j has %i words", (text, words) => expect(countWords(text)).toBe(words));

test("a character outside the basic plane is one", () => expect(countCharacters("a😀\u200b")).toBe(3));

test("a text beyond the limits is formatted only on request", () => {
  expect(formattingCost("honest text")).toBe("light");
  expect(formattingCost("a ".repeat(PROSE_LIMITS.formatted))).toBe("heavy");
  expect(formattingCost("a".repeat(PROSE_LIMITS.formattable + 1))).toBe("too-heavy");
  expect(formattingCost("[".repeat(PROSE_LIMITS.delimiters + 1))).toBe("too-heavy");
  expect(formattingCost(`${"> ".repeat(PROSE_LIMITS.nesting)}x`)).toBe("too-heavy");
});

test.each([
  ["https://a.test/x?y#z", "https://a.test/x?y#z", "a.test"],
  ["HTTP://A.TEST", "http://a.test/", "a.test"],
  ["https://аpple.test", "https://xn--pple-43d.test/", "xn--pple-43d.test"],
  ["https://good.test@evil.test/", "https://good.test@evil.test/", "evil.test"],
  ["mailto:a@b.test?subject=x", "mailto:a@b.test?subject=x", "a@b.test"],
])("%s becomes a link that shows its address", (value, href, destination) => {
  expect(safeUrl(value)).toEqual({ href, destination });
});

describe("line breaks of the author are preserved", () => {
  const inside = (text: string) => format(text).replaceAll(/ (?:dir|class|style)="[^"]*"/g, "");
  const styles = readFileSync(path.join(import.meta.dirname, "prose.css"), "utf8");

  test("paragraphs, headings and lists preserve line breaks by style; tables and formulas do not", () => {
    expect(styles).toMatch(/:is\(p, h4, h5, h6, li\) \{\s*white-space: pre-line;/);
    expect(styles).toMatch(/:is\(table, \.katex\) \{\s*white-space: normal;/);
  });

  test.each([
    ["verse", "Roses are red\nViolets are blue", "<p>Roses are red\nViolets are blue</p>"],
    ["commas", "a,b\n1,2\n3,4", "<p>a,b\n1,2\n3,4</p>"],
    ["an address in a quotation", "> 1 High St\n> Town", "<blockquote><p>1 High St\nTown</p></blockquote>"],
    ["lines of a list", "- one\n  more\n- two", "<ul><li>one\nmore</li><li>two</li></ul>"],
    ["a list within one", "- one\n  - two", "<ul><li>one<ul><li>two</li></ul></li></ul>"],
    ["a hard break once, by spaces", "one  \ntwo", "<p>one<br/>two</p>"],
    ["a hard break once, by a backslash", "one\\\ntwo", "<p>one<br/>two</p>"],
    ["emphasis", "*one*\n*two*", "<p><em>one</em>\n<em>two</em></p>"],
    ["code in a line", "`one\ntwo`", "<p><code>one two</code></p>"],
  ])("%s", (_, text, markup) => expect(inside(text)).toBe(markup));

  test("a table is one, and code keeps its own lines", () => {
    expect(inside("| a | b |\n|---|---|\n| 1 | 2 |")).toContain("<tr><td>1</td><td>2</td></tr>");
    expect(inside("```\none\n\ntwo\n```")).toContain("one\n\ntwo");
    expect(inside("```js\nlet a\nlet b\n```")).toContain("\n");
  });

  test("a quotation across lines is marked, found by its text or by its offsets", () => {
    const verse = "Roses are red\nViolets are blue\nRoses are red";
    expect(marked(format(verse, quote("red Violets")))).toEqual(["red\nViolets"]);
    const start = verse.lastIndexOf("Roses");
    const markup = format(verse, [{ id: "last", start, end: start + 5 }]);
    expect(markup.slice(0, markup.indexOf("<mark"))).toContain("Violets");
    expect(marked(format("one  \ntwo", quote("one two")))).toEqual(["one", "two"]);
  });

  test("parsing in the browser gives the same lines", () => {
    const text = "one\ntwo  \nthree\n\n- a\n  b";
    const tree = parseMarkdown(text, {});
    expect(JSON.stringify(tree)).not.toContain('"value":"\\n"}');
    expect(inside(text)).toBe("<p>one\ntwo<br/>three</p><ul><li>a\nb</li></ul>");
  });
});
