import { expect, test } from "vitest";
import { beginningOf } from "./formats/file-head";
import { readScoreFile } from "./score-file";

async function read(text: string, name = "scores.csv") {
  const file = new File([text], name);
  const { lines, problems } = await readScoreFile(file, await beginningOf(file, name));
  return { rows: lines.map(({ row }) => row), problems: problems.map(({ line, reason }) => [line, reason]) };
}

test("every column of numbers is a score, and an empty cell is no score", async () => {
  expect(await read("Response,Benchmark,reward\nr1,0.5,-1e2\nr2,,3\n")).toEqual({
    rows: [
      { response: "r1", scores: { Benchmark: 0.5, reward: -100 } },
      { response: "r2", scores: { reward: 3 } },
    ],
    problems: [],
  });
  expect(await read('{"response":"r1","scores":{"a":1},"b":2}\n', "scores.jsonl")).toMatchObject({
    rows: [{ response: "r1", scores: { a: 1, b: 2 } }],
  });
});

test("a file of generated responses becomes a score file by adding one column", async () => {
  const header =
    "run,method,model,task_id,response_id,role,iteration,sample,temperature,final,yes,answered,asked,pass_rate,self_score,stopped,in_dataset,scores,text,benchmark";
  const row =
    'u,stick.refine,m,t1,t1/x.r1,revised,1,0,0,yes,2,2,2,1,,all_yes,no,"{""old"":3}","A text, 1",0.7';
  expect(await read(`${header}\n${row}\n`)).toEqual({
    rows: [{ response: "t1/x.r1", scores: { benchmark: 0.7 } }],
    problems: [],
  });
});

test("so does a file of them in JSON lines, which names a response by its key", async () => {
  const about = { run: "u", method: "stick.refine", methodVersion: "2", model: "m", unit: "v", task: "t1" };
  const response = { key: "t1/x.r1", role: "revised", iteration: 1, sample: 0, temperature: 0, text: "A" };
  const line = {
    ...about,
    stopped: "all_yes",
    ...response,
    isFinal: true,
    scores: { old: 3 },
    benchmark: 0.7,
  };
  expect(await read(JSON.stringify(line), "scores.jsonl")).toEqual({
    rows: [{ response: "t1/x.r1", scores: { benchmark: 0.7, old: 3 } }],
    problems: [],
  });
});

test.each([
  ["response,a\n,1\n", [[2, "is missing: the response's id"]]],
  ["response,a\nr1,high\n", [[2, "is no number"]]],
  ["response,a\nr1,1\nr1,2\n", [[3, "is on line 2 already"]]],
  ["response,a\nr1,\n", [[2, "has no score: a column with a number for each"]]],
  ["response,model\nr1,7\n", [[2, "has no score: a column with a number for each"]]],
  ["response,a\nr1,1e999\n", [[2, "has a name or an id that is too long, or no finite number"]]],
  ["", [[null, "The file is empty."]]],
])("%j is refused with its line", async (text, problems) => {
  expect((await read(text)).problems).toEqual(problems);
});
