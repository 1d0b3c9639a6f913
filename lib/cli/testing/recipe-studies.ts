import { writeFile } from "node:fs/promises";

async function writeLines(file: string, lines: readonly object[]): Promise<string> {
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return file;
}

/** Three tasks with two responses each. */
export function writeRhymes(file: string, tasks = 3): Promise<string> {
  return writeLines(file, [
    { type: "study", version: 1, name: "Rhymes" },
    ...Array.from({ length: tasks }, (_, n) => [
      { type: "task", id: `t${n + 1}`, instruction: `Write rhyme ${n + 1}.` },
      { type: "response", id: `t${n + 1}.a`, task: `t${n + 1}`, model: "m1", text: `Rain ${n}, pain.` },
      { type: "response", id: `t${n + 1}.b`, task: `t${n + 1}`, model: "m2", text: `Snow ${n}, go.` },
    ]).flat(),
  ]);
}

/** Two tasks with a pair of letters each, a reference, and gold for the kind one. */
export function writeLetters(file: string): Promise<string> {
  const lines = [1, 2].flatMap((n) => [
    {
      type: "task",
      id: `t${n}`,
      instruction: `Write letter number ${n}.`,
      reference: "Dear,",
      tags: ["natural"],
    },
    { type: "response", id: `t${n}.a`, task: `t${n}`, model: "m1", text: `Dear friend ${n},` },
    { type: "response", id: `t${n}.b`, task: `t${n}`, model: "m2", text: `To whom it concerns ${n}` },
    {
      ...{ type: "judgement", id: `g${n}`, task: `t${n}`, item: "preference", pair: [`t${n}.a`, `t${n}.b`] },
      ...{ value: "A", rater: "gold", raterKind: "gold" },
    },
  ]);
  return writeLines(file, [{ type: "study", version: 1, name: "Letters" }, ...lines]);
}
