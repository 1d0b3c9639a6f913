/**
 * A study file of a few hundred kilobytes whose report would have hundreds of megabytes: every task has its
 * own category, drafter and model, as when a column with unique values is mapped to one of them.
 */
export function poisonStudy(tasks: number): string {
  const records: object[] = [{ type: "study", version: 1, name: "Poison" }];
  for (let n = 0; n < tasks; n++) {
    const item = `c${n}.1`;
    const of = { task: `t${n}`, response: `r${n}`, item };
    records.push(
      { type: "task", id: `t${n}`, instruction: `Say ${n}.` },
      { type: "response", id: `r${n}`, task: `t${n}`, model: `model ${n}`, text: `${n}` },
      {
        ...{
          type: "rubric",
          id: `c${n}`,
          task: `t${n}`,
          kind: "checklist",
          origin: "llm",
          model: `drafter ${n}`,
        },
        items: [{ id: item, text: "Is it said?", scale: { type: "yesno" }, category: `category ${n}` }],
      },
      {
        ...{ type: "draft", id: `d${n}`, ...of, rater: `drafter ${n}`, raterKind: "llm", method: "x" },
        ...{ value: "yes", lines: ["It is."] },
      },
      {
        ...{ type: "judgement", id: `j${n}`, ...of, rater: "A01", raterKind: "human", exposure: "none" },
        value: n % 3 ? "yes" : "no",
      },
    );
  }
  return `${records.map((record) => JSON.stringify(record)).join("\n")}\n`;
}
