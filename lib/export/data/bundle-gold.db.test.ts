import { expect, test } from "vitest";
import { importAndExport } from "@/lib/export/testing/import-and-export";
import { recompute } from "@/lib/export/testing/recompute";
import type { Report } from "@/lib/report/schema";

/**
 * Pairs with gold, named in either order; a model asked in both orders under two conditions, sometimes unreadable;
 * points and questions with gold, samples of them, people, and a machine whose judgements were imported.
 */
function goldLines(): string[] {
  const scale = { type: "points", min: 1, max: 5 };
  const items = [
    { id: "p", text: "How good?", scale },
    { id: "q q", text: "Is it?", scale: { type: "yesnona" } },
  ];
  const records: object[] = [
    { type: "study", version: 1, name: "Gold" },
    { type: "rubric", id: "c", task: null, kind: "criteria", items },
  ];
  for (let t = 0; t < 8; t++) {
    const [task, a, b] = [`t${t}`, `é a${t}`, `z,b${t}`];
    records.push({ type: "task", id: task, instruction: "…", tags: t % 3 ? ["math"] : [] });
    for (const id of [a, b]) records.push({ type: "response", id, task, text: "…" });
    const pair = t % 2 ? [a, b] : [b, a];
    const compared = { task, item: "preference", pair };
    const say = (by: string, about: object, value: unknown, more: object = {}) => {
      const judged = { type: "judgement", id: `${records.length}`, ...about, rater: by, raterKind: "human" };
      records.push({ ...judged, value, exposure: "none", ...more });
    };
    const machine = (about: object, value: unknown, more: object = {}) =>
      records.push({
        ...{ type: "draft", id: `${records.length}`, ...about, rater: "m", raterKind: "llm", value },
        ...more,
      });
    const gold = { raterKind: "gold", exposure: undefined };
    say("gold", compared, [2, "B", "tie"][t % 3], gold);
    say("P", compared, ["A", "B", "A", "tie"][t % 4]);
    for (const [n, condition] of ["short", "long"].entries())
      for (const [m, order] of ["AB", "BA"].entries()) {
        // The other order is written as such, or as the same order of the pair the other way round.
        const about = m === 1 && t % 2 ? { ...compared, pair: pair.toReversed() } : compared;
        const shownOrder = about === compared ? order : "AB";
        const value = ["A", "B", "tie", null][(t * (n + 1) + m) % 4];
        machine(about, value, { method: "x", condition, order: shownOrder });
        if (t % 4 === 1) machine(about, "A", { method: "x", condition, order: shownOrder });
      }
    for (const item of ["p", "q q"]) {
      const about = { task, response: a, item };
      const values = item === "p" ? [1, 2, 3, 4, 5] : ["yes", "no", "na"];
      for (const [n, rater] of ["gold", "gold 2", "P"].entries())
        say(rater, about, values[(t * (n + 1)) % values.length], n < 2 ? gold : {});
      for (const sample of [1, 2, 3]) machine(about, values[(t * sample) % values.length], { sample });
      say("imported", about, values[t % values.length], { raterKind: "llm", exposure: undefined });
    }
  }
  return records.map((record) => JSON.stringify(record));
}

test("the Python script compares every rater with gold, by id and condition, in both orders", async ({
  annotate,
}) => {
  const { files, textOf } = await importAndExport(goldLines());
  const { againstGold } = JSON.parse(textOf("agreement.json")) as Report;
  const found = await recompute(files);
  if (found === null) {
    await annotate("python3 is not on the PATH: the script of the bundle was NOT run.", "warning");
    return;
  }
  expect(found).toMatchObject({ code: 0, words: expect.stringMatching(/, 0 differ/) });
  const rows = againstGold.filter(({ raterKind, subset }) => raterKind === "llm" && subset === "all");
  expect(rows.map(({ rater, condition }) => [rater, condition])).toEqual([
    ["imported", null],
    ["m", null],
    ["m", "long"],
    ["m", "short"],
  ]);
  for (const { condition, positionalAgreement, unparsed } of rows.slice(2)) {
    const own = `against-gold llm m x ${condition} all`;
    expect(positionalAgreement).toBeLessThan(1);
    expect(unparsed).toBeGreaterThan(0);
    expect(found.numbers[`${own} positionalAgreement`]).toBeCloseTo(positionalAgreement ?? -1, 12);
    expect(found.numbers[`${own} unparsed`]).toBeCloseTo(unparsed ?? -1, 12);
  }
  // The conditions differ, so that a script that took one's column for the other's would not arrive at both.
  const [, , long, short] = rows;
  expect(long?.accuracy).not.toBeCloseTo(short?.accuracy ?? -1);
  const against = (condition: string) =>
    Object.entries(found.numbers).filter(([name]) =>
      name.startsWith(`human-vs-llm preference m x ${condition} `),
    );
  expect(against("long").length).toBeGreaterThan(0);
  expect(against("long").map(([, value]) => value)).not.toEqual(against("short").map(([, value]) => value));
});
