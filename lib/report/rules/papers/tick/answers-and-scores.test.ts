import { expect, test } from "vitest";
import { type PaperLine, paperResult, paperRows } from "@/lib/report/testing/paper-table";

/** A response with ten questions. */
const asked: PaperLine[] = [
  { type: "task", id: "t", instruction: "Write." },
  ...["r1", "r2"].map((id): PaperLine => ({ type: "response", id, task: "t", text: "Written." })),
  {
    ...{ type: "rubric", id: "c", task: "t", kind: "checklist" },
    items: Array.from({ length: 10 }, (_, at) => ({
      id: `q${at}`,
      text: `Is ${at} so?`,
      scale: { type: "yesno" },
    })),
  },
];

/** A rater's answers, one letter per question (y, n, or - for no answer), and the overall score. */
function said(rater: string, response: string, answers: string, score: number | null): PaperLine[] {
  const about = { task: "t", response, rater, raterKind: "human", exposure: "none" };
  const values = [...answers].flatMap((sign, at): PaperLine[] =>
    sign === "-"
      ? []
      : [
          {
            ...{ type: "judgement", id: `${rater}${response}q${at}`, ...about, item: `q${at}` },
            value: sign === "y" ? "yes" : "no",
          },
        ],
  );
  if (score === null) return values;
  return [
    ...values,
    { type: "judgement", id: `${rater}${response}`, ...about, item: "overall", value: score },
  ];
}

test("H4 counts scores by pass rate, and flags 9 of 10 yes with a score of 2 of 5", async () => {
  const study = [
    ...asked,
    ...said("A01", "r1", "yyyyyyyyyn", 2),
    ...said("A01", "r2", "yyyyyyyyyy", 5),
    ...said("A02", "r1", "nnnnnnnnny", 4),
    ...said("A02", "r2", "yynn------", 3),
  ];
  expect(await paperRows("tick", "H4", study)).toMatchObject([
    { rater: "A01", passRate: "80 to 100 %", score2: 1, score5: 1, score4: 0, apart: 1 },
    { rater: "A02", passRate: "40 to 60 %", score3: 1, apart: 0 },
    { rater: "A02", passRate: "0 to 20 %", score4: 1, apart: 1 },
  ]);
  const [first, second, ...rest] = await paperRows("tick", "H4-apart", study);
  expect(rest).toEqual([]);
  expect([first, second]).toMatchObject([
    { rater: "A01", response: "r1", yes: 9, answered: 10, passRate: 0.9, score: 2 },
    { rater: "A02", response: "r1", yes: 1, answered: 10, score: 4 },
  ]);
  expect(first?.gap).toBeCloseTo(0.65, 12);
  expect(second?.gap).toBeCloseTo(-0.65, 12);
});

test("a rater with only one of the two values is left out, a score off the scale is reported, and models count by method", async () => {
  const draft = (item: string, value: string | number): PaperLine => ({
    ...{ type: "draft", id: `d${item}`, task: "t", response: "r1", item, value },
    ...{ rater: "gpt", raterKind: "llm", method: "tick.check_then_score" },
  });
  const study = [
    ...asked,
    ...said("A01", "r1", "yyyy------", null),
    ...said("A02", "r1", "----------", 4),
    ...said("A03", "r1", "yy--------", 7),
    draft("q0", "yes"),
    draft("overall", 1),
  ];
  expect(await paperRows("tick", "H4-apart", study)).toMatchObject([
    { rater: expect.stringContaining("gpt"), response: "r1", passRate: 1, score: 1, gap: 1 },
  ]);
  expect(await paperResult("tick", "H4", study)).toMatchObject({
    notes: expect.arrayContaining(["Left out: 1 with a score off this scale."]),
  });
  expect(await paperResult("tick", "H4", asked)).toMatchObject({
    missing: [expect.stringContaining("overall score")],
  });
});

test("without a contradiction the list is there and empty", async () => {
  const study = [...asked, ...said("A01", "r1", "yyyyyyyyyn", 5)];
  expect(await paperRows("tick", "H4-apart", study)).toEqual([]);
});
