import { expect, test } from "vitest";
import { guidelineFor } from "@/lib/review/rules/guidelines";

const guidelines = `# How to score

Read everything first.

## 1. Clarity
Short sentences.

- **5**: a child understands it

### Examples
"Dogs bark."

## Use of examples ##

- **Tone**: friendly,
  never familiar
- **Length**: under 100 words

\`\`\`
## Safety
\`\`\`
`;

test("the section under a heading that is the criterion's name, with what is below it", () => {
  expect(guidelineFor(guidelines, "clarity")).toBe(
    'Short sentences.\n\n- 5: a child understands it\n\n### Examples\n"Dogs bark."',
  );
  expect(guidelineFor(guidelines, "C1: Clarity")).toContain("Short sentences.");
});

test("without such a section, the paragraph that begins with the name in bold", () => {
  expect(guidelineFor(guidelines, "Tone")).toBe("friendly,\n  never familiar");
  expect(guidelineFor(guidelines, "Length")).toBe("under 100 words");
});

test("nothing for another name, no name, an empty section, or a heading in code", () => {
  for (const name of ["Clar", "Politeness", "", "?", null, "Safety"])
    expect(guidelineFor(guidelines, name), String(name)).toBeNull();
  expect(guidelineFor("## Clarity\n## Tone\nkind", "Clarity")).toBeNull();
});

test("a hostile text takes no long time", () => {
  const started = performance.now();
  guidelineFor(`${"**".repeat(50_000)}\n${"# ".repeat(50_000)}\n${"a**b".repeat(30_000)}`, "Clarity");
  expect(performance.now() - started).toBeLessThan(1000);
});
