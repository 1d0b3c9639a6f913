import { expect, test } from "vitest";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { StudyDataReader } from "./study-data";

type Line = { type: StudyRecord["type"]; [field: string]: unknown };

const scale = { type: "points", min: 1, max: 5 };

/** Two tasks: people follow every draft of the rules, and none of the model's. */
async function reportOn(kinds: readonly ("llm" | "rules")[]) {
  const reader = new StudyDataReader();
  const add = (record: Line) => reader.add(RECORDS[record.type].parse(record));
  add({ type: "study", version: 1, name: "Origins" });
  add({ type: "rubric", id: "c", task: null, kind: "criteria", items: [{ id: "C", text: "…", scale }] });
  for (const kind of kinds)
    for (const n of [1, 2, 3]) {
      const about = { task: `${kind}${n}`, response: `r${kind}${n}`, item: "C" };
      add({ type: "task", id: about.task, instruction: "…" });
      add({ type: "response", id: about.response, task: about.task, text: "…" });
      const draft = { ...about, rater: kind, raterKind: kind, value: 4, lines: ["because"] };
      add({ type: "draft", id: `d${kind}${n}`, ...draft });
      for (const rater of ["A", "B"])
        add({
          ...{ type: "judgement", id: `${rater}${kind}${n}`, ...about, rater, raterKind: "human" },
          ...{ exposure: "judge-then-reveal", draft: `d${kind}${n}`, initial: 2 },
          ...{ value: kind === "rules" ? 4 : 2, activeMs: 1000 },
        });
    }
  return (await reportOf(reader.finish(), { replicates: 20, seed: 42 })).anchoring;
}

test("following rules and following a model have rows of their own", async () => {
  const { onDraft, changes, stances, contrasts } = await reportOn(["llm", "rules"]);
  const shares = onDraft.filter(({ scope, exposure }) => scope === "all" && exposure === "exposed");
  expect(shares.map(({ origin, values, draftShare }) => [origin, values, draftShare])).toEqual([
    ["llm", 6, 0],
    ["rules", 6, 1],
  ]);
  expect(
    changes.filter(({ scope }) => scope === "all").map(({ origin, switchRate }) => [origin, switchRate]),
  ).toEqual([
    ["llm", 0],
    ["rules", 1],
  ]);
  const scrutiny = stances.filter(({ scope, stance }) => scope === "all" && stance === "scrutiny");
  expect(scrutiny.map(({ origin, share }) => [origin, share])).toEqual([
    ["llm", 1],
    ["rules", 0],
  ]);
  const onValue = contrasts.filter(({ scope, statistic }) => scope === "all" && statistic === "draft");
  expect(onValue.map(({ origin, firstValue }) => [origin, firstValue])).toEqual([
    ["llm", 0],
    ["rules", 1],
  ]);
  expect(
    contrasts.filter(({ statistic }) => statistic !== "draft").map(({ origin }) => origin),
  ).not.toContain("rules");
});

test("drafts of one origin have one row of each kind", async () => {
  const { onDraft, reading } = await reportOn(["rules"]);
  expect(new Set(onDraft.map(({ origin }) => origin))).toEqual(new Set(["rules"]));
  expect(reading.filter(({ scope }) => scope === "all")).toHaveLength(1);
});
