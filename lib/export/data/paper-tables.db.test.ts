import { expect, test } from "vitest";
import { importAndExport } from "@/lib/export/testing/import-and-export";
import type { Table } from "@/lib/report/schema/table";

/** Four pairs with gold, by a judge who is right in both orders of all but one. */
function pairs(method: string): string[] {
  const records: object[] = [{ type: "study", version: 1, name: "Pairs" }];
  for (let n = 0; n < 4; n++) {
    const [task, pair] = [`t${n}`, [`t${n}/1`, `t${n}/2`]];
    records.push({ type: "task", id: task, instruction: "Write.", tags: ["natural"] });
    for (const id of pair) records.push({ type: "response", id, task, text: "…" });
    const about = { task, item: "preference", pair };
    records.push({ type: "judgement", id: `g${n}`, ...about, rater: "gold", raterKind: "gold", value: "A" });
    for (const order of ["AB", "BA"])
      records.push({
        ...{ type: "draft", id: `d${n}${order}`, ...about, order, method },
        ...{ rater: "m", raterKind: "llm", value: n === 0 && order === "BA" ? "B" : "A" },
      });
  }
  return records.map((record) => JSON.stringify(record));
}

test("a bundle has the tables of the paper whose evaluators judged, and its README says so", async () => {
  const { files, textOf } = await importAndExport(pairs("llmbar.cot*"));
  const { rows } = JSON.parse(textOf("papers/llmbar-t2.json")) as Table;
  expect(rows).toMatchObject([{ model: "m", evaluator: "CoT*", naturalAcc: 7 / 8, naturalAgr: 3 / 4, n: 4 }]);
  expect(textOf("README.md")).toContain("`papers/`");
  // Tables the study lacks the records for are left out.
  expect(files.has("papers/llmbar-t12.csv")).toBe(false);
});

test("a bundle of a study without a paper's evaluators has no tables of papers", async () => {
  const { files, textOf } = await importAndExport(pairs("tick.preference"));
  expect([...files.keys()].filter((file) => file.startsWith("papers/"))).toEqual([]);
  expect(textOf("README.md")).not.toContain("papers/");
});
