import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { similarityOf } from "@/lib/drafting/rules/similarity";

test("counts shared words, pairs and the longest sequence, as worked out by hand", () => {
  // Lin (2004): "police killed the gunman" against "police kill the gunman" and "the gunman kill police".
  const reference = ["police killed the gunman"];
  const first = similarityOf(["police kill the gunman"], reference);
  const second = similarityOf(["the gunman kill police"], reference);
  expect(first.rougeL).toBeCloseTo(3 / 4, 12);
  expect(second.rougeL).toBeCloseTo(2 / 4, 12);
  // Both share three of four words and one of three pairs ("the gunman").
  for (const { rouge1, rouge2 } of [first, second]) {
    expect(rouge1).toBeCloseTo(3 / 4, 12);
    expect(rouge2).toBeCloseTo(1 / 3, 12);
  }
});

test("clips repeated words, as BLEU's own example does", () => {
  // Papineni et al. (2002): "the" seven times against "The cat is on the mat." matches 2 of 7 words and no
  // pair.
  const { bleu4 } = similarityOf(["the the the the the the the"], ["The cat is on the mat."]);
  expect(bleu4).toBeCloseTo(((2 / 7) * (0.1 / 6) * (0.1 / 5) * (0.1 / 4)) ** 0.25, 12);
});

test("punishes a draft that is shorter than what people wrote", () => {
  const whole = "does the text name the first king of france";
  const { bleu4 } = similarityOf(["does the text name the first king"], [whole]);
  expect(bleu4).toBeCloseTo(Math.exp(1 - 9 / 7), 12);
});

test("counts pairs of words in their order only", () => {
  expect(similarityOf(["Yes"], ["Yes"])).toMatchObject({ rouge1: 1, rouge2: null, rougeL: 1 });
  expect(similarityOf([], [])).toEqual({
    bleu4: 0,
    rouge1: null,
    rouge2: null,
    rougeL: null,
    countDifference: 0,
  });
});

const checklists = fc.array(fc.lorem({ maxCount: 8 }), { maxLength: 6 });

test.prop([checklists, checklists])("lies between 0 and 1, and F1 does not depend on the side", (a, b) => {
  const [there, back] = [similarityOf(a, b), similarityOf(b, a)];
  for (const value of [there.bleu4, there.rouge1 ?? 0, there.rouge2 ?? 0, there.rougeL ?? 0]) {
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThanOrEqual(1 + 1e-12);
  }
  expect(there.countDifference).toBe(back.countDifference);
  expect(there.rouge1).toEqual(back.rouge1);
  expect(there.rouge2).toEqual(back.rouge2);
  expect(there.rougeL).toEqual(back.rougeL);
});

test.prop([fc.array(fc.lorem({ maxCount: 8 }), { minLength: 1, maxLength: 6 })])(
  "a checklist equals itself, whatever its case and punctuation",
  (a) => {
    const shouted = a.map((text) => `${text.toUpperCase()}?!`);
    expect(similarityOf(a, shouted)).toMatchObject({ rouge1: 1, rougeL: 1, countDifference: 0 });
  },
);
