import { describe, expect, test } from "vitest";
import { readChapters, readDocument, resolveLink, search } from "@/lib/documentation/rules";

const SOURCE = `# Leases

A **lease** is \`30 minutes\` long, see [its words](../reference/glossary.md).

## When it ends

\`\`\`sh
# no heading
npx countersign doctor
\`\`\`

| column | meaning |
|---|---|
| Déjà | naïve _and_ snake_case |

## When it ends

### It's over: \`what\` now?
`;
const document = readDocument("docs/how-to/leases.md", SOURCE);

describe("a document", () => {
  test("has its title, its address, and an anchor for each heading, as code hosts make them", () => {
    expect(document).toMatchObject({ path: "how-to/leases", title: "Leases" });
    expect(document.sections.map(({ id, level }) => [id, level])).toEqual([
      ["leases", 1],
      ["when-it-ends", 2],
      ["when-it-ends-1", 2],
      ["its-over-what-now", 3],
    ]);
  });

  test("is searched without its markup", () => {
    expect(document.sections.map(({ text }) => text)).toEqual([
      "A lease is 30 minutes long, see its words.",
      "# no heading npx countersign doctor column meaning Déjà naïve and snake_case",
      "",
      "",
    ]);
  });

  test.each([
    ["batches.md", "/docs/how-to/batches"],
    ["../reference/methods/tick.md#tables", "/docs/reference/methods/tick#tables"],
    ["../README.md", "/docs"],
    ["../README.md#reference", "/docs#reference"],
    ["../decisions", "/docs/decisions"],
    ["../screenshots/presets/preference-dark-390.png", "/docs/screenshots/presets/preference-dark-390.png"],
    ["../../public/example.study.jsonl", "/example.study.jsonl"],
    ["../../CONTRIBUTING.md", null],
    ["../../../../etc/passwd", null],
    ["#when-it-ends", "#when-it-ends"],
    ["https://example.org/a.md", "https://example.org/a.md"],
    ["/docs/api", "/docs/api"],
  ])("leads from %s to %s", (to, address) => {
    expect(resolveLink(document, to)).toBe(address);
  });
});

test("the table of contents lists pages by heading", () => {
  const contents = readDocument(
    "docs/README.md",
    "# All\n\n## How to\n\n- [Leases](how-to/leases.md): of work\n- [Away](https://example.org)\n\n## Empty\n\n## Why\n\n1. [`Why`](why.md)\n",
  );
  expect(contents.path).toBe("");
  expect(readChapters(contents)).toEqual([
    { title: "How to", pages: [{ path: "how-to/leases", title: "Leases" }] },
    { title: "Why", pages: [{ path: "why", title: "Why" }] },
  ]);
});

describe("the search", () => {
  const other = readDocument(
    "docs/a.md",
    `# Another\n\nWords about a lease.\n\n## Doctor\n\n${"much ".repeat(99)}doctor\n`,
  );
  const all = [other, document];
  const found = (query: string) => search(all, query).map(({ path, section }) => `${path}#${section.id}`);

  test("puts titles and headings before text", () => {
    expect(found("lease")).toEqual(["how-to/leases#leases", "a#another"]);
    expect(found("doctor")).toEqual(["a#doctor", "how-to/leases#when-it-ends"]);
  });

  test("finds a word by its beginning, not by its end", () => {
    expect(found("doc")).toEqual(["a#doctor", "how-to/leases#when-it-ends"]);
    expect(found("octor")).toEqual([]);
  });

  test("asks for every word, in any case, without accents", () => {
    expect(found("DEJA naive")).toEqual(["how-to/leases#when-it-ends"]);
    expect(found("deja lorem")).toEqual([]);
    expect(found("  ")).toEqual([]);
    expect(found(".*")).toEqual([]);
  });

  test("shows the found words in their context", () => {
    const [result] = search([other], "doctor");
    const text = result?.excerpt.map(({ text }) => text).join("") ?? "";
    expect(text).toMatch(/^… (much )+doctor$/);
    expect(result?.excerpt.filter(({ isFound }) => isFound)).toEqual([{ text: "doctor", isFound: true }]);
    const [whole] = search([document], "deja");
    expect(whole?.excerpt.map(({ text }) => text).join("")).toBe(document.sections[1]?.text);
  });

  test("ends for a hostile query", () => {
    expect(search(all, "a ".repeat(100_000)).length).toBeGreaterThan(0);
  });
});
