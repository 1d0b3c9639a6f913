import { expect, it, test } from "vitest";
import { StudyChecker } from "./check";
import { problemText } from "./lines";
import { parseRecord } from "./records";

const study = { type: "study", version: 1, name: "s" };
const task = (id: string) => ({ type: "task", id, instruction: "…" });
const response = (id: string, of: string) => ({ type: "response", id, task: of, text: "…" });
const yesno = { type: "yesno" };
const points = { type: "points", min: 1, max: 5 };
const rubric = (id: string, of: string | null, items: Record<string, object>) => ({
  type: "rubric",
  id,
  task: of,
  kind: "checklist",
  items: Object.entries(items).map(([item, scale]) => ({ id: item, text: "…", scale })),
});
const draft = (id: string, fields: object) => ({
  type: "draft",
  id,
  task: "t1",
  response: "r1",
  item: "C1",
  rater: "m",
  raterKind: "llm",
  value: 3,
  lines: ["a", "b"],
  ...fields,
});
const judgement = (id: string, fields: object = {}) => ({
  type: "judgement",
  id,
  task: "t1",
  response: "r1",
  item: "C1",
  rater: "A",
  raterKind: "human",
  value: 3,
  ...fields,
});
const decision = (id: string, fields: object = {}) => ({
  type: "decision",
  id,
  rubric: "p",
  item: "C1",
  rater: "A",
  action: "accept",
  ...fields,
});

const labels = (id: string, fields: object = {}) => ({
  type: "labels",
  id,
  task: "t1",
  question: "capabilities",
  labels: ["Length"],
  rater: "expert",
  raterKind: "gold",
  ...fields,
});

/** Eight lines that every study below starts with. */
const base = [
  study,
  task("t1"),
  task("t2"),
  response("r1", "t1"),
  response("r1b", "t1"),
  response("r2", "t2"),
  rubric("p", null, { C1: points, Q: yesno }),
  rubric("own", "t2", { C1: yesno }),
];

function check(...records: object[]): string[] {
  const checker = new StudyChecker();
  for (const [at, record] of records.entries()) {
    const parsed = parseRecord(JSON.stringify(record), at + 1);
    if (Array.isArray(parsed)) throw new Error(parsed.map(problemText).join());
    checker.add(parsed, at + 1);
  }
  return checker.finish().problems.map(problemText);
}

test("records may refer to later records", () => {
  const pair = { item: "preference", response: undefined, pair: ["r1b", "r1"], value: 2 };
  const lines = [{ draft: 1, action: "accept" }];
  expect(
    check(
      judgement("j1", { draft: "d1", lines }),
      judgement("j2", pair),
      judgement("j3", { item: "overall", value: 77 }),
      decision("k1"),
      draft("d1", {}),
      ...[...base].reverse(),
    ),
  ).toEqual([]);
});

it.each<[string, object[], string]>([
  ["a task", [task("t1")], 'id: another task has the id "t1" (line 2)'],
  ["a response", [response("r1", "t1")], 'id: another response has the id "r1" (line 4)'],
  ["a rubric", [rubric("p", "t1", {})], 'id: another rubric has the id "p" (line 7)'],
  [
    "a set of labels",
    [labels("l"), labels("l", { question: "tone" })],
    'id: another set of labels has the id "l" (line 9)',
  ],
  ["the study", [study], "type: the study is already described on line 1"],
])("%s that occurs twice", (_, records, problem) => {
  expect(check(...base, ...records)).toEqual([`line ${base.length + records.length}, ${problem}`]);
});

it.each<[object, string[]]>([
  [response("r9", "t9"), ['task: no task has the id "t9"']],
  [rubric("c9", "t9", {}), ['task: no task has the id "t9"']],
  [judgement("j", { response: "r9" }), ['response: no response has the id "r9"']],
  [judgement("j", { response: "r2" }), ['response: the response "r2" belongs to the task "t2", not to "t1"']],
  [judgement("j", { item: "C9" }), ['item: no rubric of the task "t1" or of the project has the item "C9"']],
  [judgement("j", { value: 6 }), ['value: 6 is off the scale of "C1": a number from 1 to 5']],
  [judgement("j", { value: "yes" }), ['value: "yes" is off the scale of "C1": a number from 1 to 5']],
  [judgement("j", { initial: 0 }), ['initial: 0 is off the scale of "C1": a number from 1 to 5']],
  [judgement("j", { item: "Q", value: "na" }), ['value: "na" is off the scale of "Q": yes or no']],
  [judgement("j", { item: "overall", value: "yes" }), ['value: "yes" is no overall score: a number']],
  [labels("l", { task: "t9" }), ['task: no task has the id "t9"']],
  [labels("l", { item: "C9" }), ['item: no rubric of the task "t1" or of the project has the item "C9"']],
  [judgement("j", { draft: "d9" }), ['draft: no draft has the id "d9"']],
  [
    judgement("j", { task: "t2", response: "r2", value: 3 }),
    ['value: 3 is off the scale of "C1": yes or no'],
  ],
  [
    judgement("j", { item: "preference", response: undefined, pair: ["r1", "r2"], value: 6 }),
    [
      'pair[1]: the response "r2" belongs to the task "t2", not to "t1"',
      'value: 6 is no preference: "A", "B", "tie" or 1 to 5',
    ],
  ],
  [draft("d", { value: 9 }), ['value: 9 is off the scale of "C1": a number from 1 to 5']],
  [decision("k", { rubric: "c9" }), ['rubric: no rubric has the id "c9"']],
  [decision("k", { item: "C9" }), ['item: the rubric "p" has no item "C9"']],
  [rubric("c", "t1", { "": yesno }), []],
])("%j", (record, expected) => {
  if (expected.length === 0) expect(() => check(...base, record)).toThrow("must not be empty");
  else expect(check(...base, record)).toEqual(expected.map((problem) => `line 9, ${problem}`));
});

test("an item id in two rubrics of the dataset is ambiguous, and a rubric of the task takes precedence", () => {
  const second = rubric("p2", null, { C1: points });
  expect(check(...base, second, judgement("j"))).toEqual([
    'line 10, item: the item "C1" could be one of "p" and "p2"',
  ]);
  expect(check(...base, second, judgement("j", { task: "t2", response: "r2", value: "no" }))).toEqual([]);
});

test("an item id occurs once in a rubric", () => {
  const twice = {
    ...rubric("c", "t1", {}),
    items: [
      { id: "q", text: "…", scale: yesno },
      { id: "q", text: "…", scale: yesno },
    ],
  };
  expect(check(...base, twice)).toEqual(['line 9, items[1].id: the rubric "c" already has an item "q"']);
});

test("a missing record is one problem, with its referrers counted as consequences", () => {
  const checker = new StudyChecker();
  const lines = [
    study,
    { ...task("t1"), instruction: 7 },
    response("r1", "t1"),
    response("r2", "t9"),
    response("r3", "t9"),
  ];
  for (const [at, record] of lines.entries()) {
    const parsed = parseRecord(JSON.stringify(record), at + 1);
    if (Array.isArray(parsed)) for (const problem of parsed) checker.report({ ...problem, row: at + 1 });
    else checker.add(parsed, at + 1);
  }
  const { problems, total, echoes, echoRows, rows, isWhole } = checker.finish();
  expect(problems.map(problemText)).toEqual([
    "line 2, instruction: must be a text, not a number",
    'line 4, task: no task has the id "t9"',
  ]);
  expect(echoes.map(problemText)).toEqual([
    'line 3, task: no task has the id "t1"',
    'line 5, task: no task has the id "t9"',
  ]);
  expect({ total, echoRows, isWhole }).toEqual({ total: 2, echoRows: 2, isWhole: false });
  expect([...rows].sort()).toEqual([2, 3, 4, 5]);
});

test("an item has a text", () => {
  const line = JSON.stringify({ ...rubric("c", "t1", {}), items: [{ id: "q", text: " ", scale: yesno }] });
  expect(parseRecord(line, 9)).toMatchObject([
    { line: 9, place: "items[0].text", reason: "must not be empty" },
  ]);
});

test("a time must be one that the database can store", () => {
  const at = (time: string) => parseRecord(JSON.stringify(decision("k", { at: time })), 1);
  expect(at("0000-05-29T06:22:10Z")).toMatchObject([
    { line: 1, place: "at", reason: "must be in the years 1 to 9999" },
  ]);
  expect(at("9999-12-31T23:59:59-01:00")).toMatchObject([
    { line: 1, place: "at", reason: "must be in the years 1 to 9999" },
  ]);
});

test("a rater has one value per unit and arm", () => {
  const again = 'line 10, rater: "A" already has a value for this on line 9';
  expect(check(...base, judgement("j1"), judgement("j2", { value: 4 }))).toEqual([again]);
  expect(check(...base, judgement("j1"), judgement("j2", { arm: "with draft" }))).toEqual([]);
  expect(check(...base, judgement("j1"), judgement("j2", { rater: "B" }))).toEqual([]);
  const pair = { item: "preference", response: undefined, value: "A" };
  expect(
    check(
      ...base,
      judgement("j1", { ...pair, pair: ["r1", "r1b"] }),
      judgement("j2", { ...pair, pair: ["r1b", "r1"] }),
    ),
  ).toEqual([again]);
  expect(check(...base, decision("k1"), decision("k2"))).toEqual([
    'line 10, item: "A" already decided on this item on line 9',
  ]);
});

test("a judgement's draft is about the same thing, and has the lines it decides", () => {
  const other = draft("d", { item: "Q", value: "no" });
  expect(check(...base, other, judgement("j", { draft: "d" }))).toEqual([
    'line 10, draft: the draft "d" is about something else',
  ]);
  const lines = [
    { draft: 2, action: "accept" },
    { draft: 0, action: "accept" },
  ];
  expect(check(...base, draft("d", {}), judgement("j", { draft: "d", lines }))).toEqual([
    'line 10, lines[0].draft: is 2, but the draft "d" has 2 lines (the first is 0)',
  ]);
});

test("an added item can be judged, and is added once", () => {
  const added = decision("k1", { item: "new", action: "add", text: "…", scale: yesno });
  const judged = judgement("j", { item: "new", value: "yes" });
  expect(check(...base, judged, added)).toEqual([]);
  expect(check(...base, { ...judged, value: 3 }, added)).toEqual([
    'line 9, value: 3 is off the scale of "new": yes or no',
  ]);
  expect(
    check(...base, added, decision("k2", { item: "new", action: "add", text: "…", rater: "B" })),
  ).toEqual(['line 10, item: an item with the id "new" was already added on line 9']);
});

test("a file without a study line is refused with that reason", () => {
  expect(check(...base.slice(1))).toEqual([
    'there is no study line: {"type":"study","version":1,"name":"…"}',
  ]);
});

test("all problems are counted, the first are kept", () => {
  const checker = new StudyChecker(3);
  for (let line = 1; line <= 10; line++) checker.report({ line, place: "", reason: "…" });
  expect(checker.finish()).toMatchObject({ total: 11, problems: [{ line: 1 }, { line: 2 }, { line: 3 }] });
});

test("each source of gold labels a task, item or question once", () => {
  const others = [
    labels("l1"),
    labels("l2", { item: "C1", labels: [] }),
    labels("l3", { question: "tone" }),
    labels("l4", { rater: "another" }),
    labels("l5", { task: "t2" }),
  ];
  expect(check(...base, ...others)).toEqual([]);
  expect(check(...base, ...others, labels("l6", { labels: ["Tone"] }))).toEqual([
    'line 14, rater: "expert" already has labels for this on line 9',
  ]);
  expect(parseRecord(JSON.stringify(labels("l", { raterKind: "human" })), 1)).toEqual([
    expect.objectContaining({ place: "raterKind" }),
  ]);
});
