import { expect, test } from "vitest";
import { paperById } from "@/lib/report/rules/papers/registry";
import { tableLatex } from "@/lib/report/rules/render/latex";
import { tableMarkdown } from "@/lib/report/rules/render/markdown";
import { type GoldPair, goldPairs, llmbarTable, type PairLine } from "@/lib/report/testing/gold-pairs";

/** Verdicts of Vanilla* in both orders, of two models. */
const verdicts =
  (of: (instance: GoldPair) => readonly [strong: [string, string], weak: [string, string]]) =>
  (instance: GoldPair): PairLine[] =>
    of(instance).flatMap(([ab, ba], judge) =>
      [ab, ba].map((value, at) => ({
        ...{ type: "draft" as const, id: `${judge}/${instance.task}/${at}`, task: instance.task, value },
        ...{ item: "preference", pair: instance.pair, order: at === 0 ? "AB" : "BA", raterKind: "llm" },
        ...{ rater: ["strong", "weak"][judge], method: "llmbar.vanilla*" },
      })),
    );

test("F5: other benchmarks by their tags, beside which the paper's own subsets are left out", () => {
  const right: [string, string] = ["A", "A"];
  const from = goldPairs(
    { natural: 1, "mt-bench": 4, FairEval: 2 },
    verdicts(({ subset, n }) => [right, subset === "mt-bench" && n === 0 ? ["A", "B"] : right]),
  );
  const { rows, columns } = llmbarTable("F5", from);
  expect(rows).toMatchObject([
    { model: "strong", "tag:FairEvalAcc": 1, "tag:mt-benchAcc": 1, "tag:mt-benchAgr": 1 },
    { model: "weak", "tag:FairEvalAcc": 1, "tag:mt-benchAcc": 7 / 8, "tag:mt-benchAgr": 3 / 4 },
  ]);
  expect(columns.map(({ id }) => id)).not.toContain("naturalAcc");
  const none = paperById("llmbar")
    ?.tables.find(({ id }) => id === "F5")
    ?.of(
      goldPairs(
        { natural: 1 },
        verdicts(() => [right, right]),
      ),
    );
  expect(none).toMatchObject({ missing: [expect.stringContaining("curate benchmark")] });
});

test("bias: κ of the verdicts in the two orders", () => {
  // 2 of 4 pairs agree, as often as by chance: all from A and B in equal shares.
  const turns: [string, string][] = [
    ["A", "A"],
    ["B", "B"],
    ["A", "B"],
    ["B", "A"],
  ];
  const from = goldPairs(
    { natural: 4 },
    verdicts(({ n }) => [turns[n] as [string, string], ["A", "A"]]),
  );
  expect(llmbarTable("bias", from).rows).toMatchObject([
    { model: "strong", same: 2, kappa: 0 },
    { model: "weak", same: 4, kappa: { undefined: "expected-agreement-is-1" } },
  ]);
});

test("print sets the best accuracy bold and the best agreement underlined, of one's own rows alone", () => {
  const right: [string, string] = ["A", "A"];
  const from = goldPairs(
    { natural: 4 },
    verdicts(({ n }) => [right, n === 0 ? ["A", "B"] : right]),
    { published: true },
  );
  const latex = tableLatex(llmbarTable("T2", from));
  // Once on NATURAL, and once on all pairs together.
  expect(latex.match(/\\textbf\{[^}]*\}/g)).toEqual(["\\textbf{100.0}", "\\textbf{100.0}"]);
  expect(latex.match(/\\underline\{[^}]*\}/g)).toEqual(["\\underline{100.0}", "\\underline{100.0}"]);
  expect(latex).toContain("The highest value of a column is bold or underlined.");
  const markdown = tableMarkdown(llmbarTable("T2", from));
  expect(markdown).toContain("| **100.0 %** | <ins>100.0 %</ins> |");
  // Of a single row nothing is best.
  const alone = goldPairs({ natural: 1 }, (instance) => verdicts(() => [right, right])(instance).slice(0, 2));
  expect(tableLatex(llmbarTable("T2", alone))).not.toContain("textbf");
});
