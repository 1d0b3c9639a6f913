import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { PlanTable } from "./plan-table";

const effort = { judgements: 1200, hours: 20, cost: 240 };

/** The cells of each row as text. */
function rowsOf(html: string): string[][] {
  return html
    .split("<tr")
    .slice(1)
    .map((row) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = ""]) =>
        cell.replaceAll(/<[^>]*>/g, ""),
      ),
    );
}

test("a design shows its interval, its cost, and where to stop or why there is no value", () => {
  const base = { units: 400, raters: 3, undefined: 0, ...effort };
  const plan = {
    of: "agreement",
    statistic: "alpha",
    rows: [
      { ...base, expected: 0.9, low: 0.85, high: 0.94, width: 0.09, reason: null, isStable: true },
      {
        ...{ ...base, expected: null, low: null, high: null, width: null, isStable: false },
        reason: "no-variation",
      },
    ],
  } as const;
  const [header, first, second] = rowsOf(
    renderToString(<PlanTable plan={{ ...plan, rows: [...plan.rows] }} />),
  );
  expect(header).toContain("α to expect");
  expect(first).toEqual([
    "400",
    "3",
    "0.90",
    "[0.85,\u00a00.94]",
    "0.09",
    "1,200",
    "20.0",
    "240.00",
    "Stop here",
  ]);
  expect(second?.slice(2, 5)).toEqual(["–", "–", "–"]);
  expect(second?.at(-1)).toBe("the ratings never vary");
});

test("without a judge a mean has no columns of one, and without pay no cost", () => {
  const row = { judged: 100, labelled: 100, expected: 0.5, human: 0.2, powered: 0.2, isStable: false };
  const rows = [{ ...row, ...effort, cost: null }];
  const html = renderToString(<PlanTable plan={{ of: "means", statistic: "mean", hasJudge: false, rows }} />);
  const [header, cells] = rowsOf(html);
  expect(header).toEqual([
    ...["Labelled by people", "To expect", "Width, people alone", "Judgements", "Hours", "Verdict"],
  ]);
  expect(cells).toEqual(["100", "0.50", "0.200", "1,200", "20.0", ""]);
});
