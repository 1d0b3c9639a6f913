/** Items of each checklist of the study, and of those that the model writes. */
export const ASKED = { items: 2, written: 2 };

/** A study of pairs with gold, references, and a checklist of two questions for each task, as a study file. */
export function letters(tasks: number): string {
  const records: object[] = [{ type: "study", version: 1, name: "Letters" }];
  for (let n = 1; n <= tasks; n++) {
    const task = `t${n}`;
    const pair = [`${task}/kind`, `${task}/curt`];
    records.push(
      {
        ...{ type: "task", id: task, instruction: `Write letter number ${n}.`, tags: ["natural"] },
        reference: "A letter as one writes it.",
      },
      ...pair.map((id, at) => ({
        ...{ type: "response", id, task, model: at === 0 ? "kind" : "curt" },
        text: at === 0 ? `Dear friend, number ${n}.` : `To whom, number ${n}.`,
      })),
      {
        ...{ type: "rubric", id: `${task}/list`, task, kind: "checklist", origin: "llm", model: "writer" },
        method: "clstudy.generate.baseline",
        items: ["Is it short?", "Is it kind?"].map((text, at) => ({
          ...{ id: `${task}/list.${at + 1}`, text, scale: { type: "yesno" } },
        })),
      },
      {
        ...{ type: "judgement", id: `gold/${task}`, task, item: "preference", pair, value: "A" },
        ...{ rater: "gold", raterKind: "gold" },
      },
    );
  }
  return records.map((record) => JSON.stringify(record)).join("\n");
}
