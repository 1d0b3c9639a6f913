import { expect, test } from "vitest";
import { type PaperLine, paperRows, paperTable } from "@/lib/report/testing/paper-table";

// STICK's tables with InFoBench's DRFR: a model's answers to people's checklists about generated responses.

const tasks = ["t1", "t2"].map(
  (id, n): PaperLine => ({ type: "task", id, instruction: "Write.", tags: [n === 0 ? "math" : "coding"] }),
);
const response = (id: string, task: string, metadata: object): PaperLine => ({
  ...{ type: "response", id, task, model: "m", text: id, metadata },
});
const version = (method: string, task: string, iteration: number, livebench: number, isFinal: boolean) =>
  response(`${method}${task}${iteration}`, task, { method, role: "refined", iteration, isFinal, livebench });
const NAME = "DRFR (pass rate) by judge under people’s checklist";
const questions = (ids: readonly string[]) => ids.map((id) => ({ id, text: id, scale: { type: "yesno" } }));
const checklist = (id: string, task: string, ids: readonly string[], by: object = {}): PaperLine => ({
  ...{ type: "rubric", id, task, kind: "checklist", items: questions(ids), ...by },
});
const answer = (task: string, response: string, item: string, value: string | null, of: object = {}) => ({
  ...{ type: "draft" as const, id: JSON.stringify([response, item, of]), task, response, item, value },
  ...{ rater: "judge", raterKind: "llm", method: "tick.evaluate", condition: "v1", ...of },
});
/** Answers to a, b, … of one response: y, n, or another letter where none could be read. */
const answers = (task: string, response: string, letters: string, of: object = {}) =>
  [...letters].map((letter, at) =>
    answer(
      task,
      response,
      `${task}${"abcd"[at]}`,
      ({ y: "yes", n: "no" } as Record<string, string>)[letter] ?? null,
      of,
    ),
  );
const study: PaperLine[] = [
  ...tasks,
  checklist("people-1", "t1", ["t1a", "t1b", "t1c"]),
  checklist("people-2", "t2", ["t2a"]),
  // The method's own, by which it revised.
  checklist("own", "t1", ["own-a", "own-b"], { model: "m", method: "tick.generate" }),
  version("stick.refine", "t1", 0, 20, false),
  version("stick.refine", "t1", 1, 50, true),
  version("stick.refine", "t2", 0, 60, true),
];
const answered = [
  ...study,
  ...answers("t1", "stick.refinet10", "ynn"),
  ...answers("t1", "stick.refinet11", "yyy"),
  ...answers("t2", "stick.refinet20", "n"),
];
test("pass rates under people’s checklists are pooled over questions in T1 and F3, which say so", async () => {
  const { rows, notes } = await paperTable("stick", "T1", answered);
  // 1 of 3 and 0 of 1, then 3 of 3 and 0 of 1; the means of the rates would be 1/6 and 1/2.
  expect(rows.filter(({ score }) => score === NAME)).toMatchObject([
    { tasks: "Overall", base: 0.25, stick: 0.75, stickChange: 0.5, selfRefine: null, n: 2 },
    { tasks: "coding", base: 0, stick: 0, stickChange: 0, n: 1 },
    { tasks: "math", base: 1 / 3, stick: 1, stickChange: expect.closeTo(2 / 3, 12), n: 1 },
  ]);
  expect(notes).toEqual([
    "External scores, from the metadata of responses: livebench.",
    `Pass rates by a model’s answers to people’s checklists, pooled over the questions of all tasks (DRFR): ${NAME}.`,
  ]);
  const course = await paperRows("stick", "F3", answered);
  expect(course.slice(0, 2).map((row) => row[`score:${NAME}`])).toEqual([0.25, 0.75]);
});

test("pass rates under people’s checklists leave out what was not answered", async () => {
  const partly = [
    ...study,
    ...answers("t1", "stick.refinet10", "yn?"),
    ...answers("t1", "stick.refinet11", "yyy"),
    ...answers("t2", "stick.refinet20", "?"),
  ];
  // 1 of 2, then 3 of 3; the other task has no answer.
  const rows = await paperRows("stick", "T1", partly);
  expect(rows.filter(({ score }) => score === NAME)).toMatchObject([
    { tasks: "Overall", base: 0.5, stick: 1, stickChange: 0.5, n: 1 },
    { tasks: "math", base: 0.5, stick: 1, stickChange: 0.5, n: 1 },
  ]);
});

test("pass rates under people’s checklists have an interval of their change where both versions were asked as many questions", async () => {
  const ids = ["1", "2", "3", "4", "5", "6"].map((n) => `t${n}`);
  const changed = (first: string) =>
    paperRows(
      "stick",
      "T1",
      ids.flatMap((task, at) => [
        { type: "task" as const, id: task, instruction: "Write." },
        checklist(`people-${task}`, task, [`${task}a`, `${task}b`]),
        version("stick.refine", task, 0, 20, false),
        version("stick.refine", task, 1, 50, true),
        ...answers(task, `stick.refine${task}0`, at === 0 ? first : at % 2 === 0 ? "nn" : "yn"),
        ...answers(task, `stick.refine${task}1`, "yy"),
      ]),
      false,
      [],
      50,
    );
  const [whole, part] = [await changed("nn"), await changed("n?")];
  const of = (rows: typeof whole) => rows.find(({ score }) => score === NAME);
  // 3 of 12, and 3 of 11; then 12 of 12.
  expect(of(whole)).toMatchObject({ base: 0.25, stick: 1, stickChange: 0.75 });
  expect(of(part)?.stickChange).toBeCloseTo(1 - 3 / 11, 12);
  expect(of(whole)?.stickChangeCi).toEqual(expect.anything());
  expect(of(part)?.stickChangeCi).toBeNull();
});

test("pass rates under people’s checklists are not of a model’s checklist, of what people added to it, or of answers by people", async () => {
  const others = [
    ...study,
    answer("t1", "stick.refinet10", "own-a", "yes"),
    { type: "decision" as const, id: "d", rubric: "own", item: "added", rater: "p", raterKind: "human" },
    answer("t1", "stick.refinet10", "added", "yes"),
    ...answers("t1", "stick.refinet10", "yyy", { raterKind: "rules", rater: "rules" }),
  ].map((line) => (line.type === "decision" ? { ...line, action: "add", text: "Is it new?" } : line));
  const rows = await paperRows("stick", "T1", others);
  expect(new Set(rows.map(({ score }) => score))).toEqual(new Set(["livebench"]));
});

test("pass rates under people’s checklists of several methods or conditions stand apart; of samples of one the majority counts", async () => {
  const twice = [
    ...answered,
    ...[1, 2].flatMap((sample) => answers("t1", "stick.refinet10", "yyn", { sample })),
    ...answers("t1", "stick.refinet10", "nnn", { condition: "v1, cot=false" }),
    ...answers("t1", "stick.refinet11", "nny", { condition: "v1, cot=false" }),
  ];
  const rows = await paperRows("stick", "T1", twice);
  const overall = rows.filter(({ tasks: family, score }) => family === "Overall" && score !== "livebench");
  expect(overall.map(({ score, base, stick }) => [score, base, stick])).toEqual([
    [`${NAME} (tick.evaluate, v1)`, 0.5, 0.75],
    [`${NAME} (tick.evaluate, v1, cot=false)`, 0, 1 / 3],
  ]);
});

test("pass rates under people’s checklists count as true in T5: each task by the questions that the selected were asked", async () => {
  const candidate = (task: string, n: number, passRate: number) =>
    response(`${task}${n}`, task, {
      ...{ method: "stick.best_of_n", role: "candidate", sample: n, passRate },
    });
  const selected = await paperTable("stick", "T5", [
    ...study.filter(({ type }) => type !== "response"),
    ...[candidate("t1", 0, 1), candidate("t1", 1, 1), candidate("t1", 2, 0)],
    ...[candidate("t2", 0, 0), candidate("t2", 1, 1)],
    ...[...answers("t1", "t10", "yyy"), ...answers("t1", "t11", "ynn"), ...answers("t1", "t12", "nnn")],
    ...[...answers("t2", "t20", "y"), ...answers("t2", "t21", "n")],
  ]);
  const stick = selected.rows.find(
    ({ tasks: family, selector }) => family === "Overall" && selector === "STICK",
  );
  // Of t1 two are selected, with 4 of 6: 2 of 3 on average. Of t2 one, with 0 of 1. 2 of 4 in all.
  expect(stick).toMatchObject({ truth: NAME, score: 0.5, precision: 0.25, selected: 1.5, n: 2 });
});
