import fc from "fast-check";
import { addresses, formulas, html, markdown } from "@/components/prose/testing/payloads";

const WRAPPERS = [
  ...[
    "> #",
    "- #",
    "**#**",
    "`#",
    "```js\n#\n```",
    "[#](https://a.test)",
    "![#](https://a.test/x.png)",
    "[x](#)",
  ],
  ...["$$#$$", "|a|\n|-|\n|#|", "<div onclick=x>#</div>", "<svg><#</svg>", "<!--#-->", "&#x3c;#&gt;"],
];

/** Hostile texts nested in each other and in surrounding markup; deterministic. */
function nested(many: number): string[] {
  const scrap = fc.constantFrom(
    ...[...addresses, ...markdown, ...html, ...formulas.filter(({ length }) => length < 200)],
  );
  const two = fc.tuple(scrap, fc.constantFrom("", " ", "\n\n"), scrap).map((parts) => parts.join(""));
  const wrappers = fc.array(fc.constantFrom(...WRAPPERS), { maxLength: 3 });
  const text = fc
    .tuple(two, wrappers)
    .map(([inner, layers]) => layers.reduce((whole, layer) => layer.replace("#", () => whole), inner));
  return fc.sample(text, { seed: 20_261_123, numRuns: many });
}

/** Replaces NUL, which is refused before it is stored. */
export const storable = (text: string) => text.replaceAll("\u0000", "\ufffd");

/** Hostile texts, by page: all that are written, then nested ones. */
export function hostilePages(pages: number, textsOfPage: number): string[][] {
  const written = [...html, ...markdown, ...addresses, ...formulas];
  const texts = [...written, ...nested(pages * textsOfPage - written.length)].map(storable);
  return Array.from({ length: pages }, (_, n) => texts.slice(n * textsOfPage, (n + 1) * textsOfPage));
}

/** Closes whatever a text has left open, so that the next one is parsed as markup too. */
const END =
  "--></textarea></title></xmp></noscript></style></script></template></select></svg></math></iframe>";

/** Markup without page-wide redirects, which no policy blocks: there the sanitiser is the only layer. */
export const raw = html.filter((text) => !/http-equiv=refresh|<plaintext|<base /.test(text));

/** All of it in one page, as if every layer before the policy had failed. */
export const rawPage = `${raw.join(END)}${END}`;

/**
 * Elements and attributes of the page's main part that a user's action would run, or that are none of ours. Runs in a
 * browser.
 */
export const findArmed = () =>
  [...document.querySelectorAll("main *")].flatMap((element) => [
    ...[...element.attributes]
      .filter(({ name, value }) => /^on/i.test(name) || /^\s*(?:javascript|vbscript|data):/i.test(value))
      .map(({ name, value }) => `${element.localName} ${name}=${value}`),
    ...(/^(?:script|iframe|object|embed|base|meta|link|form|style)$/.test(element.localName) &&
    /alert|evil/.test(element.outerHTML)
      ? [element.outerHTML]
      : []),
  ]);
