import { expect, test } from "vitest";
import { OTHER_QUESTIONS, WORDINGS } from "./testing/wordings";
import { verify } from "./verify";

test.each(WORDINGS)("$asks: no wording gives a wrong answer", ({ items, responses, instruction = "" }) => {
  for (const item of items) {
    for (const [response, met] of responses) {
      const { verdict } = verify(item, response, { instruction });
      expect([null, "borderline", "inapplicable", met ? "yes" : "no"], `${item} ${response}`).toContain(
        verdict,
      );
    }
  }
});

test("most wordings are understood", () => {
  const items = WORDINGS.flatMap(({ items }) => items);
  const understood = items.filter((item) => verify(item, "Some text.").tier === "full");
  expect(items.length).toBeGreaterThan(450);
  expect(understood.length / items.length).toBeGreaterThan(0.7);
});

test.each(OTHER_QUESTIONS)("%s is left to people", (item) => {
  expect(verify(item, "A cat sat.").verdict).toBeNull();
});
