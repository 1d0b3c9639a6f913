import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { StudyRecord } from "@/lib/dataset/schema";
import { arbitraryStudy } from "@/lib/dataset/testing/arbitrary-study";
import { StudyChecker } from "./check";
import { isProblem, problemText } from "./lines";
import { exportRecord, parseRecord, readRecords } from "./records";

const problems = (record: object): string[] => {
  const parsed = parseRecord(JSON.stringify(record), 7);
  return Array.isArray(parsed) ? parsed.map(problemText) : [];
};
const parsed = (record: object) => {
  const result = parseRecord(JSON.stringify(record), 1);
  if (Array.isArray(result)) throw new Error(result.map(problemText).join("\n"));
  return result;
};

const response = { type: "response", id: "r1", task: "t1", text: "…" };
const judgement = {
  type: "judgement",
  id: "j1",
  task: "t1",
  response: "r1",
  item: "C1",
  rater: "A",
  raterKind: "human",
  value: 3,
};

describe("stored records", () => {
  test("unknown fields of records and items go under metadata", () => {
    expect(parsed({ ...response, lang: "de", metadata: { a: 1 } })).toEqual({
      ...response,
      metadata: { a: 1, lang: "de" },
    });
    const item = { id: "C1", text: "…", scale: { type: "yesno" } };
    const rubric = { type: "rubric", id: "c", task: null, kind: "checklist" };
    expect(parsed({ ...rubric, items: [{ ...item, source: ["x"] }] })).toEqual({
      ...rubric,
      items: [{ ...item, metadata: { source: ["x"] } }],
    });
  });

  test("an unknown field never replaces one of metadata", () => {
    expect(problems({ ...response, lang: "de", metadata: { lang: "en" } })).toEqual([
      "line 7, lang: is no field of the format, and metadata has a field of that name already",
    ]);
  });

  test("null or an empty list in an optional field counts as left out, but not where null says something", () => {
    expect(parsed({ ...response, model: null, metadata: null })).toEqual(response);
    expect(parsed({ ...response, metadata: {} })).toEqual(response);
    const empty = { ...judgement, lines: [], initial: null, value: null };
    expect(parsed(empty)).toEqual({ ...judgement, initial: null, value: null });
    expect(parsed(judgement)).not.toHaveProperty("initial");
    const rubric = { type: "rubric", id: "c", task: null, kind: "checklist", items: [] };
    expect(parsed(rubric)).toEqual(rubric);
  });

  test("times become UTC", () => {
    const times = { startedAt: "2026-05-29T08:22:10.5+02:00", submittedAt: "2026-05-29T06:22:10Z" };
    expect(parsed({ ...judgement, ...times })).toMatchObject({
      startedAt: "2026-05-29T06:22:10.500Z",
      submittedAt: "2026-05-29T06:22:10Z",
    });
    expect(parsed({ ...judgement, startedAt: "2026-05-29T06:22:10" })).toMatchObject({
      startedAt: "2026-05-29T06:22:10Z",
    });
  });

  test("history may have gaps: a revision without text, an undecided draft line, a draft without a value", () => {
    const lines = [
      { draft: 1, action: "revise" },
      { draftText: "(not kept)", action: "revise" },
    ];
    expect(problems({ ...judgement, draft: "d1", lines })).toEqual([]);
    expect(
      problems({
        type: "draft",
        id: "d",
        task: "t",
        response: "r",
        item: "C1",
        rater: "m",
        raterKind: "llm",
      }),
    ).toEqual([]);
  });
});

describe("refusals in words", () => {
  it.each<[object, string]>([
    [
      { id: "x" },
      "type: is missing; it is one of study, task, response, rubric, draft, judgement, decision, labels",
    ],
    [
      { type: "toString" },
      "type: must be one of study, task, response, rubric, draft, judgement, decision, labels",
    ],
    [[1], "a record is an object in braces, not a list"],
    [{ type: "study", version: 2, name: "x" }, "version: must be 1, the only version there is"],
    [{ ...response, text: undefined }, "text: is missing"],
    [{ ...response, text: 3 }, "text: must be a text, not a number"],
    [{ ...response, id: "" }, "id: must not be empty"],
    [{ ...response, metadata: [] }, "metadata: must be an object"],
    [{ ...judgement, response: undefined }, "response: is missing"],
    [{ ...judgement, value: undefined }, "value: is missing"],
    [{ ...judgement, value: -1e61 }, "value: must not be below -1e+60"],
    [{ ...judgement, value: "maybe" }, 'value: must be "yes", "no", "na", "A", "B", "tie" or a number'],
    [
      { ...judgement, raterKind: "robot" },
      'raterKind: must be "human" or "llm" or "rules" or "gold" or "adjudicator"',
    ],
    [{ ...judgement, startedAt: "yesterday" }, "startedAt: must be a time such as 2026-05-29T06:22:10Z"],
    [{ ...judgement, activeMs: -1 }, "activeMs: must not be negative"],
    [{ ...judgement, activeMs: 1.5 }, "activeMs: must be a whole number"],
    [
      { ...judgement, lines: [{ draft: 0, action: "accept" }] },
      "lines[0].draft: the judgement names no draft",
    ],
    [{ ...judgement, lines: [{ action: "add" }] }, "lines[0]: an added line needs its text"],
    [
      { ...judgement, lines: [{ action: "accept" }] },
      "lines[0]: must name its line: either draft (an index) or draftText",
    ],
    [{ ...judgement, item: "preference" }, "response: must be left out of a preference; give pair"],
    [
      { ...judgement, item: "preference", response: undefined, pair: ["r1", "r1"] },
      "pair: must name two different responses",
    ],
    [
      {
        ...judgement,
        draft: "d",
        lines: [
          { draft: 0, action: "accept" },
          { draft: 0, action: "remove" },
        ],
      },
      "lines[1].draft: draft line 0 is decided twice",
    ],
    [
      {
        type: "draft",
        id: "d",
        task: "t",
        response: "r",
        item: "C",
        rater: "m",
        raterKind: "llm",
        lines: ["a"],
        scoreLine: 1,
      },
      "scoreLine: is 1, but the draft has 1 lines (the first is 0)",
    ],
    [
      {
        type: "rubric",
        id: "c",
        task: null,
        kind: "criteria",
        items: [{ id: "overall", text: "", scale: { type: "yesno" } }],
      },
      'items[0].id: must not be "overall" or "preference", which mean no item',
    ],
    [
      {
        type: "rubric",
        id: "c",
        task: null,
        kind: "criteria",
        items: [{ id: "C1", text: "", scale: { type: "points", min: 5, max: 1 } }],
      },
      "items[0].scale.max: must be above min",
    ],
  ])("%j", (record, reason) => {
    expect(problems(record)).toContain(
      reason.startsWith("a record") ? `line 7: ${reason}` : `line 7, ${reason}`,
    );
  });
});

test("an unreasonably long list is refused as a whole", () => {
  const lines = Array.from({ length: 10_001 }, () => 1);
  expect(problems({ ...judgement, lines })).toEqual(["line 7, lines: has more than 10,000 entries"]);
});

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

test.prop([arbitraryStudy, fc.boolean()], { numRuns: 50 })(
  "exported records read back unchanged and consistent",
  async (records, reversed) => {
    const ordered = reversed ? [...records].reverse() : records;
    const checker = new StudyChecker();
    const back: StudyRecord[] = [];
    for await (const read of readRecords(
      bytesOf(ordered.map((record) => `${exportRecord(record)}\n`).join("")),
    )) {
      if (isProblem(read)) checker.report(read);
      else {
        checker.add(read.record, read.line);
        back.push(read.record);
        expect(exportRecord(read.record)).toBe(read.text);
      }
    }
    expect(checker.finish().problems.map(problemText)).toEqual([]);
    expect(back).toEqual(ordered);
  },
);

test.prop([fc.uint8Array({ maxLength: 400 })])(
  "random bytes give problems, never an exception",
  async (bytes) => {
    async function* source() {
      yield bytes;
    }
    for await (const read of readRecords(source())) expect(isProblem(read)).toBe(true);
  },
);

test.prop([
  arbitraryStudy,
  fc.array(fc.tuple(fc.nat(), fc.constantFrom('"', "{", "}", "\\", ",", "null", "1e999", "\u0000"))),
  fc.nat(),
])("a damaged file gives problems or records, never an exception", async (records, damages, cut) => {
  let text = records.map(exportRecord).join("\n");
  for (const [at, what] of damages) {
    const place = at % (text.length + 1);
    text = text.slice(0, place) + what + text.slice(place + 1);
  }
  const checker = new StudyChecker();
  for await (const read of readRecords(bytesOf(text.slice(0, cut % (text.length + 1))))) {
    if (!isProblem(read)) checker.add(read.record, read.line);
  }
  checker.finish();
});
