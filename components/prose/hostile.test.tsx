import { fc, test as property } from "@fast-check/vitest";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { TranslationsProvider } from "@/components/i18n/translations";
import { en } from "@/lib/i18n/english";
import { formatTree } from "./format";
import { formattingCost, PROSE_LIMITS } from "./limits";
import { formatPlain } from "./plain";
import { Raw } from "./raw";
import { ELEMENTS, ID_PREFIX } from "./sanitise";
import { deserialise } from "./serialise";
import { readMarkup, type Tag } from "./testing/markup";
import { addresses, forged, formulas, heavy, html, markdown } from "./testing/payloads";
import { formatPrepared } from "./testing/prepared";

const PREFIX = "t1-";
const render = (text: string) => {
  const highlights = [{ id: "q", quote: "alert" }];
  const formatted = formatPrepared(text, { highlights, idPrefix: PREFIX, nameOf: ({ name }) => en[name] });
  return formatted ? renderToStaticMarkup(english(formatted)) : "";
};

const english = (children: ReactNode) => (
  <TranslationsProvider words={{ language: "en", dictionary: en }}>{children}</TranslationsProvider>
);

const SVG_OF_ICONS = new Set(["rect", "circle", "polyline"]);
const ATTRIBUTE =
  /^(?:class|dir|role|href|id|title|target|rel|start|align|style|xmlns|viewbox|preserveaspectratio|width|height|d|[xy][12]|fill|aria-(?:hidden|label|describedby)|data-(?:mark|quotes|first|active|footnote-ref|footnote-backref|footnotes)|stroke(?:-width|-linecap|-linejoin)?|display|encoding|mathvariant|stretchy|fence|separator|[lr]space|depth|column(?:align|spacing|lines)|row(?:spacing|lines)|scriptlevel|displaystyle|(?:min|max)size|accent(?:under)?|linethickness|math(?:color|background|size)|notation|voffset|form|symmetric|movablelimits|linebreak)$/;
const HREF = new RegExp(`^(?:https?://[^/]|mailto:[^?#]+@|#${PREFIX})`);

/** Why an element is not allowed; undefined if it is fine. */
function fault({ name, attributes }: Tag): string | undefined {
  if (name === "img" || !(ELEMENTS.has(name) || SVG_OF_ICONS.has(name))) return `element ${name}`;
  for (const [attribute, value] of Object.entries(attributes)) {
    if (!ATTRIBUTE.test(attribute)) return `attribute ${attribute} on ${name}`;
    if (attribute === "role" && value !== "group") return `role ${value}`;
    if (attribute === "href" && !HREF.test(value)) return `address ${value}`;
    if (attribute === "id" && !value.startsWith(PREFIX)) return `id ${value}`;
    if (attribute === "style" && /url|expression|fixed|sticky|[<>\\]/i.test(value)) return `style ${value}`;
    if (attribute === "class" && /(?:^|\s)(?:fixed|absolute|inset|z-)/.test(value)) return `class ${value}`;
  }
  if (attributes.href && !attributes.href.startsWith("#")) {
    if (name !== "a") return `address on ${name}`;
    if (attributes.rel !== "noopener noreferrer nofollow" || attributes.target !== "_blank")
      return "unsafe link";
  }
  return undefined;
}

function expectHarmless(markup: string) {
  expect(readMarkup(markup).tags.map(fault).filter(Boolean)).toEqual([]);
}

describe("formatted", () => {
  test.each(addresses)("the address %j makes no unsafe link", (text) => expectHarmless(render(text)));
  test.each(markdown)("the text %j stays text", (text) => expectHarmless(render(text)));
  test.each(formulas)("the formula %j is only typeset", (text) => {
    const start = process.cpuUsage();
    expectHarmless(render(text));
    // Seconds of processor time: far more than needed, and far less than a runaway macro would take.
    expect(process.cpuUsage(start).user / 1_000_000).toBeLessThan(5);
  });
  test.each(html)("the HTML %j is shown as its source", (text) => {
    const markup = render(text);
    expectHarmless(markup);
    const visible = readMarkup(markup).text.replace(/\s+/g, " ");
    const opening = text.match(/^<[a-z-]+/i)?.[0];
    if (opening) expect(visible).toContain(opening);
  });

  const scraps = fc.constantFrom(
    ...addresses,
    ...markdown,
    ...html,
    ...formulas.filter(({ length }) => length < 200),
  );
  const wrapped = fc.letrec<{ text: string }>((tie) => ({
    text: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      scraps,
      fc.string({ unit: "grapheme", maxLength: 20 }),
      fc.array(tie("text"), { minLength: 2, maxLength: 4 }).map((parts) => parts.join("")),
      fc.array(tie("text"), { minLength: 2, maxLength: 3 }).map((parts) => parts.join("\n\n")),
      fc
        .tuple(
          tie("text"),
          fc.constantFrom<[string, string]>(
            ["> ", ""],
            ["- ", ""],
            ["# ", ""],
            ["**", "**"],
            ["`", "`"],
            ["```js\n", "\n```"],
            ["[", "](https://a.test)"],
            ["![", "](https://a.test/x.png)"],
            ["[x](", ")"],
            ["$$", "$$"],
            ["|a|\n|-|\n|", "|"],
            ["<div onclick=x>", "</div>"],
            ["<svg><", "></svg>"],
            ["<!--", "-->"],
            ["&#x3c;", "&gt;"],
            ["[^1]\n\n[^1]: ", ""],
            ['<a href="', '">x</a>'],
          ),
        )
        .map(([text, [open, close]]) => `${open}${text}${close}`),
    ),
  })).text;

  property.prop([wrapped], { numRuns: 100 })(
    "nothing nested in anything gets out",
    (text) => {
      expectHarmless(render(text));
    },
    60_000,
  );
});

describe("prepared by an untrusted process", () => {
  const source = "some alert words";
  const show = (prepared: string) => {
    const tree = deserialise(prepared, source);
    const options = { source, highlights: [{ id: "q", quote: "alert" }], idPrefix: PREFIX };
    return tree ? renderToStaticMarkup(english(formatTree(tree, options))) : "";
  };

  test.each(forged.map((tree) => [JSON.stringify(tree), tree] as const))(
    "the tree %s is cleaned before it is shown",
    (prepared) => expectHarmless(show(prepared)),
  );
  test.each([
    "",
    "{",
    "null",
    "7",
    "{}",
    '"words"',
    '[{"t":1}]',
    "[[]]",
    '[["p"]]',
    "[[0,1,2]]",
    "[[null,0,[]]]",
  ])("%j is no tree", (prepared) => expect(deserialise(prepared, source)).toBeNull());
  test("one too deep or too large is not shown", () => {
    const deep = `${'["em",0,['.repeat(PROSE_LIMITS.depth + 1)}"x"${"]]".repeat(PROSE_LIMITS.depth + 1)}`;
    expect(deserialise(`[${deep}]`, source)).toBeNull();
    expect(deserialise(JSON.stringify(Array(PROSE_LIMITS.nodes + 1).fill("x")), source)).toBeNull();
  });

  const names = fc.oneof(
    fc.constantFrom(...ELEMENTS, "script", "iframe", "style", "object", "x-y"),
    fc.string(),
  );
  const values = fc.oneof(
    fc.constantFrom("javascript:alert(1)", `#${ID_PREFIX}x`, "position:fixed", "url(//evil.test)", "katex"),
    fc.jsonValue(),
  );
  const properties = fc.dictionary(
    fc.oneof(
      fc.constantFrom(
        ..."href id className style dir align start src srcDoc onClick onclick formAction xlinkHref".split(
          " ",
        ),
        ..."dangerouslySetInnerHTML children ref key is role title dataQuotes dataFirst ariaLabel d".split(
          " ",
        ),
      ),
      fc.string(),
    ),
    values,
    { maxKeys: 5 },
  );
  const trees = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      fc.string(),
      fc.tuple(fc.integer(), fc.oneof(fc.integer(), fc.string())),
      fc.tuple(names, properties, fc.array(tie("node"), { maxLength: 4 })),
    ),
  })).node;

  property.prop([fc.array(trees, { maxLength: 4 })], { numRuns: 200 })(
    "nothing forged gets out",
    (tree) => {
      expectHarmless(show(JSON.stringify(tree)));
    },
    60_000,
  );
});

describe("plain and raw", () => {
  test.each([...html, ...markdown, ...addresses])("%j stays what was written", (text) => {
    const plain = renderToStaticMarkup(formatPlain(text, [{ id: "q", quote: "alert" }]));
    expectHarmless(plain);
    if (text.trim() === text && !text.includes("\n\n")) expect(readMarkup(plain).text).toBe(text);
    expectHarmless(renderToStaticMarkup(english(<Raw text={text} />)));
  });
});

test.each(heavy.map((text, index) => [`${text.slice(0, 12)} × ${text.length}`, index] as const))(
  "the heavy text %j comes to an end, as text",
  (_, index) => {
    const text = heavy[index] ?? "";
    const markup =
      formattingCost(text) === "light"
        ? render(text)
        : renderToStaticMarkup(english(<Raw text={text.slice(0, PROSE_LIMITS.shown)} />));
    expect(markup.length).toBeGreaterThan(0);
  },
  60_000,
);
