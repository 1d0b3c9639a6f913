/** Models from the best to the worst. */
const MODELS = ["Birch", "Cedar", "Alder"] as const;
const TASKS = 12;

/** The outcomes of four comparisons: the better model wins two, one is a tie, and the worse model wins the last. */
const outcomeOf = (n: number) => ["tie", "A", "A", "B"][n % 4] as string;

/**
 * A study file of preferences between three models, in the better model's order: by one person who saw no draft on the first
 * eight tasks, by another with the judge's draft in view on the next four, and by a judge on all twelve.
 */
export function pairsStudy(name: string): string {
  const records: object[] = [{ type: "study", version: 1, name }];
  for (let n = 0; n < TASKS; n++) {
    const task = `t${n + 1}`;
    records.push({ type: "task", id: task, instruction: `Explain topic ${n + 1}.` });
    for (const model of MODELS)
      records.push({ type: "response", id: `${task}/${model}`, task, model, text: `${model} explains.` });
    const pairs = [
      [MODELS[0], MODELS[1]],
      [MODELS[1], MODELS[2]],
      [MODELS[0], MODELS[2]],
    ] as const;
    for (const [at, [first, second]] of pairs.entries()) {
      const outcome = outcomeOf(n + at);
      const pair = [`${task}/${first}`, `${task}/${second}`];
      const about = { task, item: "preference", pair };
      const id = pair.join(" ");
      const draft = { id: `${id} judge`, ...about, rater: "a judge", raterKind: "llm", method: "m" };
      records.push({ type: "draft", ...draft, value: n % 6 === 5 ? "A" : outcome });
      const isIndependent = n < 8;
      records.push({
        ...{ type: "judgement", id: `${id} person`, ...about, raterKind: "human", value: outcome },
        ...(isIndependent
          ? { rater: "P1", exposure: "none" }
          : { rater: "P2", exposure: "draft-first", draft: draft.id }),
      });
    }
  }
  return records.map((record) => JSON.stringify(record)).join("\n");
}
