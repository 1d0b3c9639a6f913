import { describe, expect, test } from "vitest";
import { found, modelAnswer } from "@/lib/drafting/testing/model-answers";
import { parseBrackets, parseRefinedBrackets } from "./brackets";
import { parseCategories } from "./categories";
import { parseLines } from "./checklist-lines";
import { parseCriteria } from "./criteria";
import { parseFactors } from "./factors";

describe("lists", () => {
  test("one question per line, cleaned and without repetitions", () => {
    const text = `Analysis: the answer: matters.

Answer:
1. Does the text rhyme?
2) **Is it short?**
- [[Does it name the answer: 42?]]
• "Is it kind?"
* does the text rhyme
Questions about form:
42
Fine`;
    expect(found(parseLines(modelAnswer(text)))).toEqual([
      "Does the text rhyme?",
      "Is it short?",
      "Does it name the answer: 42?",
      "Is it kind?",
    ]);
  });

  test("the first marker counts, because an entry may begin with the word", () => {
    expect(found(parseLines(modelAnswer("Answer:\nIs it right?\nAnswer: is that word used?")))).toEqual([
      "Is it right?",
      "Answer: is that word used?",
    ]);
  });

  test("scripts without spaces have words too", () => {
    expect(found(parseLines(modelAnswer("Answer:\n回答は短いですか？")))).toEqual(["回答は短いですか？"]);
  });

  test("a cut-off list is not read as complete", () => {
    expect(found(parseLines(modelAnswer("Answer:\nIs it short?\nIs it", "length")))).toBe("truncated");
    expect(found(parseLines(modelAnswer("Is it short?")))).toBe("no_marker");
    expect(found(parseLines(modelAnswer("Answer:\n-\n1.")))).toBe("bad_value");
  });

  test("items in double brackets, over line ends", () => {
    expect(found(parseBrackets(modelAnswer("- [[Is it\nshort?]]\n- [[ Is it kind? ]] [[]]")))).toEqual([
      "Is it short?",
      "Is it kind?",
    ]);
    expect(found(parseBrackets(modelAnswer("- [Is it short?]")))).toBe("no_marker");
  });

  test("a refined checklist is read after its last heading", () => {
    const text = "- [[Old item?]] - [3]: vague\n\n## Refined Checklist:\n- [[New item?]]";
    expect(parseRefinedBrackets(modelAnswer(text))).toMatchObject({ value: ["New item?"], flags: [] });
    expect(parseRefinedBrackets(modelAnswer("[[Old item?]] [[New item?]]"))).toMatchObject({
      value: ["Old item?", "New item?"],
      flags: ["no_refined_heading"],
    });
  });

  test.each([
    ["Refined Checklist:\n- [[New item?]]\n\nThis refined checklist is more precise."],
    ["**Refined Checklist (1 question):**\n[[New item?]]\nI hope that this refined checklist helps:"],
    ["Here is the refined checklist:\n- [[New item?]]"],
    ["### Refined checklist\n- [[New item?]]"],
  ])("a remark about a refined checklist is not its heading: %j", (text) => {
    const parsed = parseRefinedBrackets(modelAnswer(`Feedback:\n- [[Old item?]] - [3]: vague\n${text}`));
    expect(parsed).toMatchObject({ ok: true, value: ["New item?"], flags: [] });
  });

  test("factors with their names, in both forms, with lines that go on", () => {
    const text = `Here they are.
1.) **Accuracy** - Is it right?
   Is it whole?
2. **Tone:** Is it kind?
3) Length: Is it short?`;
    expect(found(parseFactors(modelAnswer(text)))).toEqual([
      { name: "Accuracy", text: "Is it right? Is it whole?" },
      { name: "Tone", text: "Is it kind?" },
      { name: "Length", text: "Is it short?" },
    ]);
    expect(found(parseFactors(modelAnswer("Accuracy matters.")))).toBe("no_marker");
  });

  test("closing words and an item that is only a name belong to no other factor", () => {
    const text = `1.) **Accuracy** - Is it right?
and whole?
2.) **Tone**
3.) **Length**
   Is it short?

These factors cover everything.`;
    expect(found(parseFactors(modelAnswer(text)))).toEqual([
      { name: "Accuracy", text: "Is it right? and whole?" },
      { name: "Length", text: "Is it short?" },
    ]);
  });

  test("a list below a criterion describes it; below a heading it is the criteria", () => {
    const text = `1. **Coherence**: the parts fit.
   - Do sentences follow from one another?
2. Fluency:
   - Is the grammar right?
   - Is it easy to read?
3. **Of this task:**
   - Rhyme: do the lines rhyme?
   - Metre: is it regular?
     throughout?`;
    expect(found(parseCriteria(modelAnswer(text)))).toEqual([
      { name: "Coherence", text: "the parts fit. Do sentences follow from one another?" },
      { name: "Fluency", text: "Is the grammar right? Is it easy to read?" },
      { name: "Rhyme", text: "do the lines rhyme?" },
      { name: "Metre", text: "is it regular? throughout?" },
    ]);
    const bullets = "  - Rhyme: do the lines rhyme?\n  - Metre: is it regular?";
    expect(found(parseCriteria(modelAnswer(bullets)))).toHaveLength(2);
  });

  test("criteria: a name has at most six words", () => {
    const text = `Evaluation Criteria:
1. **Coherence**: the parts fit.
2. The one thing that every reader will notice: spelling
- Length`;
    expect(found(parseCriteria(modelAnswer(text)))).toEqual([
      { name: "Coherence", text: "the parts fit." },
      { name: "", text: "The one thing that every reader will notice: spelling" },
      { name: "", text: "Length" },
    ]);
  });

  test("categories of a closed list; unknown ones are flagged", () => {
    const parse = parseCategories(["Tone", "Exclusion: Keyword"]);
    expect(parse(modelAnswer("Answer:\n- tone\n- exclusion keyword"))).toMatchObject({
      value: ["Tone", "Exclusion: Keyword"],
      flags: [],
    });
    expect(parse(modelAnswer("Answer: Tone, Mood"))).toMatchObject({
      value: ["Tone"],
      flags: ["unknown_category"],
    });
    expect(found(parse(modelAnswer("Answer: Mood")))).toBe("bad_value");
  });
});
