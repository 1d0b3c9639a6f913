import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { TranslationsProvider } from "@/components/i18n/translations";
import { en } from "@/lib/i18n/english";
import { withFormulas } from "./math";
import { readMarkup } from "./testing/markup";
import { formatPrepared } from "./testing/prepared";

/** The text a reader sees: words, and list numbers. */
function shown(source: string): string {
  const markup = renderToStaticMarkup(
    <TranslationsProvider words={{ language: "en", dictionary: en }}>
      {formatPrepared(source, { highlights: [], idPrefix: "t-" })}
    </TranslationsProvider>,
  );
  const lists: { next: number; isNumbered: boolean }[] = [];
  const numbered = markup
    .replace(/<span class="prose-host">.*?<\/span>/g, "")
    .replace(
      /<(\/?)(ol|ul|li)((?: [\w-]+="[^"]*")*)>/g,
      (tag, closes: string, name: string, rest: string) => {
        if (name !== "li") {
          if (closes) lists.pop();
          else lists.push({ next: Number(/start="(\d+)"/.exec(rest)?.[1] ?? 1), isNumbered: name === "ol" });
          return tag;
        }
        const list = lists.at(-1);
        if (closes || !list?.isNumbered) return tag;
        const own = /list-style-type:&quot;(.*?) &quot;/.exec(rest)?.[1];
        list.next += 1;
        return `${tag}${own ?? `${list.next - 1}.`} `;
      },
    );
  return readMarkup(numbered).text;
}

const close = (text: string) => text.replace(/\s+/g, "");

/** A formula must not change the meaning of a dollar elsewhere in the text. */
const FORMULA = "$x^2$";

const CORPUS: Record<string, readonly string[]> = {
  English: [
    "It costs $5 and $10, or US$5 to US$7, not 5$ or 10$.",
    "Between $5 and 10$; $1,000-$2,000; $5/$6; ($5) vs ($6); $3M–$4M; \\$9 is $9.",
    "Set $HOME/$USER or $PATH:$HOME, then run /usr/$a/$b.",
    "10~20 people, ~5 of them, 3~5 days, ~/src and ~me~.",
    "Open C:\\new\\_private\\*.txt or \\\\server\\share\\_old_\\a.",
    "snake_case, _private_name_, __init__.py, /a/_build_/x and max_of_two.",
    "2*3*4 = 24, a*b*c, 2**10, f(x)*g(y), *args and **kwargs, 5 * 4 * 3.",
    "Buy *.txt and *.md; /* a comment */",
    "* * * * * backup.sh",
    "Hotels: $$ or $$$; $$ budget hotels",
    "$$ is the price of a cheap place\n\nand more words follow",
  ],
  German: [
    "Das kostet 5 $ bis 10 $, also $5 und $10.",
    "Von 3~5 Tagen; C:\\Users\\_neu\\Bücher",
    "01. und 2) gilt",
  ],
  French: [
    "Entre 5 $ et 10 $, soit $5 ou 10$ environ.",
    "Il faut ~3 jours, 10~20 personnes, nom_de_variable.",
  ],
  Spanish: ["Cuesta $5 y luego $10; $1.000 a $2.000.", "De 10~20 años, ¿o 3*4*5?"],
  Portuguese: ["Custa R$5 e R$10, ou R$ 7 a R$ 9.", "Entre 10~20 dias e meu_nome_de_campo"],
  Chinese: ["价格是$5和$10，或者5$到10$。", "需要3~5天，10~20人，约~7个。", "文件在C:\\新建\\_数据\\*.txt"],
  Japanese: ["値段は$5から$10です。", "3~5日、10~20人、変数_の_名前。", "2*3*4は24です"],
  Korean: ["가격은 $5에서 $10입니다.", "3~5일, 10~20명, 변수_이름_값"],
  Arabic: ["السعر $5 أو $10 أو 5$ إلى 10$.", "من 3~5 أيام و 10~20 شخصًا", "2*3*4 و snake_case_name"],
  Russian: ["Цена $5 или $10, от 5$ до 10$.", "За 3~5 дней, 10~20 человек, имя_поля_"],
};

describe("texts are shown as they were written", () => {
  for (const [language, texts] of Object.entries(CORPUS)) {
    test.each(texts)(`in ${language}: %s`, (text) => {
      const plain = text.replaceAll("\\$", "$");
      expect(close(shown(text))).toBe(close(plain));
      // The same text beside a formula.
      expect(close(shown(`${text}\n\nSo ${FORMULA} grows.`))).toContain(close(plain));
      const words = `${text} (${FORMULA})`;
      expect(close(shown(words)).startsWith(close(plain))).toBe(true);
    });
  }

  test.each([
    ["2024. A good year\n2025. A better one", "2024. A good year 2025. A better one"],
    ["1) first\n2) second", "1) first 2) second"],
    ["3. three\n7. seven", "3. three 7. seven"],
    ["- a\n  01. b\n  2. c", "a 01. b 2. c"],
    ["1. one\n\n   more\n1. two", "1. one more 1. two"],
  ])("numbers of lists: %j", (text, seen) => expect(close(shown(text))).toBe(close(seen)));

  test("every cell of a table, with dollar amounts", () => {
    const table = "| what | price |\n|---|---|\n| a | $5 | more |\n| $x^2$ | $6 or 7$ |";
    for (const cell of ["$5", "more", "$6 or 7$"]) expect(shown(table)).toContain(cell);
  });

  test("a link reference that is unused, and one that is used", () => {
    expect(shown("[1]: https://a.test Title")).toBe("[1]: https://a.test Title");
    expect(shown("See [this][1].\n\n[1]: https://a.test")).toBe("See this.");
  });

  test("two tildes strike out, one does not", () => {
    const markup = renderToStaticMarkup(
      <TranslationsProvider words={{ language: "en", dictionary: en }}>
        {formatPrepared("~~out~~ and ~in~", { highlights: [], idPrefix: "t-" })}
      </TranslationsProvider>,
    );
    expect(markup).toContain("<del>out</del> and ~in~");
  });

  test("code, addresses and what follows a backslash stay as they are", () => {
    for (const text of ["`$5 \\(x\\) __a__`", "    grep '\\(foo\\)' $HOME/$USER"])
      expect(shown(text).trim()).toBe(text.replaceAll("`", "").trim());
    expect(shown("``a ` \\(x\\)``")).toBe("a ` \\(x\\)");
    const linked = renderToStaticMarkup(
      <TranslationsProvider words={{ language: "en", dictionary: en }}>
        {formatPrepared("https://a.test/_x_/$5/$6", { highlights: [], idPrefix: "t-" })}
      </TranslationsProvider>,
    );
    expect(linked).toContain('href="https://a.test/_x_/$5/$6"');
    expect(linked).toContain(">https://a.test/_x_/$5/$6<");
  });
});

describe("formulas, by pandoc's rule", () => {
  const typeset = (text: string) => shown(text).includes("annotation") || formulas(text) > 0;
  const formulas = (text: string) =>
    (
      renderToStaticMarkup(
        <TranslationsProvider words={{ language: "en", dictionary: en }}>
          {formatPrepared(text, { highlights: [], idPrefix: "t-" })}
        </TranslationsProvider>,
      ).match(/class="katex"/g) ?? []
    ).length;

  test.each([
    ["$x$", 1],
    ["$2+2$ and $n$th", 2],
    ["函数$f(x)$的值", 1],
    ["a $5 bill, $x$ and $10", 1],
    ["$ x$ and $y $", 0],
    ["$x$5", 0],
    ["\\$x$", 0],
    ["$a \\$ b$", 1],
    ["$x\n= 1$", 1],
    ["$x\n\ny$", 0],
    ["$$x^2$$", 1],
    ["$$\nx\n\n- y\n$$", 1],
    ["$$\\begin{aligned}\na &= b\\\\\nc &= d\n\\end{aligned}$$\n\nafter", 1],
    ["\\(x\\) and \\[y\\]", 2],
    ["text \\[\nx\n\\]\nmore words", 1],
    ["1. one\n   \\[\n   x\n   \\]\n2. two", 1],
    ["> $$\n> x\n> $$\n> said", 1],
  ])("%j has %i", (text, count) => {
    expect(formulas(text)).toBe(count);
    expect(typeset(text)).toBe(count > 0);
  });

  test("the text around a formula over several lines is shown", () => {
    for (const text of ["before\n\n$$x\n= y$$\n\nafter", "before\n\n\\[x\ny\\] after"]) {
      expect(shown(text)).toContain("before");
      expect(shown(text)).toContain("after");
    }
  });

  test("replacing formulas preserves the length of the text, and so all offsets", () => {
    for (const text of [...Object.values(CORPUS).flat(), "\\[x\ny\\] $a$ $5 \\(b\\)"])
      expect(withFormulas(text)).toHaveLength(text.length);
  });

  test("placeholder characters of the text itself are preserved", () =>
    expect(shown("﹩5 and $6, ﹨ and C:\\_a_\\b")).toBe("﹩5 and $6, ﹨ and C:\\_a_\\b"));

  test("parsing takes linear time", () => {
    const started = performance.now();
    for (const bit of ["\\(", "\\[", "$", "$5 ", "$$ ", "\\\\a\\", "__a", "_a_b", "[1]:\n", "*1", "C:\\"])
      withFormulas(bit.repeat(Math.floor(100_000 / bit.length)));
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
