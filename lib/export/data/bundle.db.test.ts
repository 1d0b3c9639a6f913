import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { readParquet } from "@/lib/duckdb/testing/read-parquet";
import { openExport } from "@/lib/export/data/exports";
import { BUNDLE_FILES } from "@/lib/export/rules/readme";
import { importAndExport } from "@/lib/export/testing/import-and-export";
import { bytesOf } from "@/lib/export/testing/read";
import { recompute, runScript } from "@/lib/export/testing/recompute";
import { unescapeCell } from "@/lib/formats/csv";
import { unzip } from "@/lib/formats/unzip";
import { findReport } from "@/lib/report/data/find-report";
import type { Report } from "@/lib/report/schema";
import { computeReport } from "@/lib/report/testing/compute-report";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeVotes } from "@/testing/builders/submissions";

const HOSTILE = [
  "=1+1",
  "+cmd|' /C calc'!A0",
  "@SUM(A1)",
  "-2+3",
  "\t=1",
  "＝1",
  "a\n=1",
  '"q",\r\n;é 😀 مرحبا',
  "'=1\u3000; ;=cmd|' /C calc'!A0;\u2003-1",
];

/**
 * Points, questions with n/a, an overall score and graded preferences, by people with hostile names, and two
 * models.
 */
function studyLines(): string[] {
  const points = { type: "points", min: 1, max: 5 };
  const records: object[] = [
    { type: "study", version: 1, name: 'Emails & "quotes"' },
    {
      type: "rubric",
      id: "c",
      task: null,
      kind: "criteria",
      items: [
        { id: "=clarity", name: "Clarity", text: "=1+1", scale: points, category: "style" },
        { id: "depth", text: "Is it deep?", scale: points, category: "style" },
      ],
    },
  ];
  let random = 7;
  const next = (n: number) => {
    random = (random * 1103515245 + 12345) % 2147483648;
    return Math.floor((random / 2147483648) * n);
  };
  for (let t = 0; t < 12; t++) {
    records.push({
      type: "task",
      id: `t${t}`,
      instruction: "Write an email.",
      metadata: { note: HOSTILE[t % 9] },
    });
    for (const r of ["a", "b"]) {
      records.push({ type: "response", id: `r${t}${r}`, task: `t${t}`, model: `m-${r}`, text: "Dear …" });
    }
    const items = [{ id: "q", text: "Is it polite?", scale: { type: "yesnona" }, category: "tone" }];
    records.push({ type: "rubric", id: `k${t}`, task: `t${t}`, kind: "checklist", items });
    for (const r of ["a", "b"]) {
      const about = { task: `t${t}`, response: `r${t}${r}` };
      for (const item of ["=clarity", "depth", "q", "overall"]) {
        const value = () => (item === "q" ? (["yes", "no", "na"][next(3)] ?? "no") : 1 + next(5));
        const id = `${t}${r}${item}`;
        const lines = ["Because.", "It says 3.", "=1+1"];
        const drafted = { raterKind: "llm", value: value(), lines, scoreLine: 1 };
        records.push({
          type: "draft",
          id: `d${id}`,
          ...about,
          item,
          rater: "gpt",
          method: "geval",
          ...drafted,
        });
        records.push({
          type: "draft",
          id: `e${id}`,
          ...about,
          item,
          rater: "opus",
          raterKind: "llm",
          value: value(),
        });
        for (const [n, rater] of ["=cmd", "A'02", "b: c"].entries()) {
          if (next(6) === 0) continue;
          const exposure = ["none", "draft-first", "judge-then-reveal", undefined][next(4)];
          const seen = exposure === "none" ? {} : { draft: `d${id}` };
          const initial = exposure === "judge-then-reveal" ? { initial: value() } : {};
          const decided = [
            { draft: 0, action: "accept" },
            {
              draft: 1,
              action: n === 0 ? "revise" : "remove",
              text: "=2",
              reason: { code: "wrong", note: "=1" },
            },
            { action: "add", text: HOSTILE[next(9)] },
          ];
          const who = { rater, raterKind: "human", value: value(), ...(exposure && { exposure }) };
          const did = exposure === "none" ? {} : { lines: decided };
          records.push({
            type: "judgement",
            id: `j${id}${n}`,
            ...about,
            item,
            ...who,
            ...seen,
            ...initial,
            ...did,
          });
        }
      }
    }
    for (const rater of ["=cmd", "A'02"]) {
      const pair = next(2) === 0 ? [`r${t}a`, `r${t}b`] : [`r${t}b`, `r${t}a`];
      const who = { rater, raterKind: "human", value: 1 + next(5), exposure: "none" };
      records.push({
        type: "judgement",
        id: `p${t}${rater}`,
        task: `t${t}`,
        item: "preference",
        pair,
        ...who,
      });
    }
    records.push({
      type: "decision",
      id: `k${t}`,
      rubric: `k${t}`,
      item: "q",
      rater: "=cmd",
      action: "accept",
    });
  }
  return records.map((record) => JSON.stringify(record));
}

let hostile: ReturnType<typeof importAndExport> | undefined;
const hostileStudy = () => {
  hostile ??= importAndExport(studyLines());
  return hostile;
};

test("a bundle contains the files its README lists, with checksums, and no person's name", async () => {
  const { files, textOf, name, email, pseudonym } = await hostileStudy();
  for (const [file] of BUNDLE_FILES) {
    if (file === "guidelines/") continue;
    expect([...files.keys()].some((found) => found === file || found.startsWith(file))).toBe(true);
  }
  const manifest = JSON.parse(textOf("manifest.json"));
  expect(manifest.files).toEqual(
    [...files]
      .filter(([file]) => file !== "manifest.json")
      .map(([file, bytes]) => ({
        file,
        bytes: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
      })),
  );
  const { study, made, reliability } = JSON.parse(textOf("agreement.json"));
  expect(manifest).toMatchObject({ study: study.name, data: made.data, rules_version: made.rules });
  const methods = textOf("methods.md");
  expect(methods).toContain("12 tasks and 24 responses");
  expect(methods).not.toMatch(/NaN|undefined\b(?!:| for )|null/);
  expect(reliability.length).toBeGreaterThan(10);
  for (const bytes of files.values()) {
    for (const secret of [name, email, pseudonym]) expect(bytes.includes(secret)).toBe(false);
  }
});

test("no cell of any table can run as a formula, and all formats of a table are equal", async () => {
  const { files, textOf } = await hostileStudy();
  const tables = [...files.keys()].filter((file) => file.endsWith(".csv"));
  expect(tables.length).toBeGreaterThan(20);
  for (const file of tables) {
    for (const cells of parse(textOf(file), { relax_column_count: false }) as string[][]) {
      for (const cell of cells) {
        if (!/^-?\d+(\.\d+)?(e-?\d+)?$/.test(cell)) {
          expect(cell, file).not.toMatch(/(^|[\r\n;])[^\S\r\n]*[=+\-@\t＝＋－＠]/);
        }
      }
    }
  }
  for (const name of ["ratings", "units", "decisions"]) {
    const [, ...rows] = (parse(textOf(`${name}.csv`)) as string[][]).map((cells) => cells.map(unescapeCell));
    const lines = textOf(`${name}.jsonl`).trimEnd().split("\n");
    expect(rows).toEqual(
      lines.map((line) =>
        Object.values(JSON.parse(line)).map((value) => (value === null ? "" : String(value))),
      ),
    );
    const parquet = files.get(`${name}.parquet`);
    if (name === "decisions") continue;
    expect((await readParquet(parquet ?? Buffer.alloc(0))).texts).toEqual(rows);
  }
});

test("the Python script computes every number of agreement.json", async ({ annotate }) => {
  const { files } = await hostileStudy();
  const found = await recompute(files);
  if (found === null) {
    await annotate("python3 is not on the PATH: the script of the bundle was NOT run.", "warning");
    return;
  }
  expect(found.words).toMatch(/^\d+ numbers recomputed, 0 differ/);
  expect(found.code).toBe(0);
  expect(Object.values(found.numbers).filter((value) => value !== null).length).toBeGreaterThan(500);
});

/**
 * People choose a side and a model grades; another model gives no values; questions have hostile categories.
 */
function unevenLines(): string[] {
  const records: object[] = [{ type: "study", version: 1, name: "Uneven" }];
  for (let t = 0; t < 12; t++) {
    const [a, b] = [`a${t}`, `b${t}`];
    const about = { task: `t${t}`, item: "preference", pair: [a, b] };
    const person = { raterKind: "human", exposure: "none" };
    records.push(
      { type: "task", id: `t${t}`, instruction: "Write an email." },
      ...[a, b].map((id) => ({ type: "response", id, task: `t${t}`, text: "Dear …" })),
      ...["A", "B"].map((rater, n) => {
        const value = ["A", "B", "tie", "A"][(t * (n + 1)) % 4];
        return { type: "judgement", id: `${rater}${t}`, ...about, rater, ...person, value };
      }),
      { type: "draft", id: `d${t}`, ...about, rater: "grader", raterKind: "llm", value: 1 + (t % 5) },
      { type: "draft", id: `n${t}`, ...about, rater: "mute", raterKind: "llm", value: null },
      {
        type: "rubric",
        id: `k${t}`,
        task: `t${t}`,
        kind: "checklist",
        items: [{ id: `q${t}`, text: "?", scale: { type: "yesno" }, category: t % 2 ? "=odd" : "-even" }],
      },
      ...["A", "B"].map((rater, n) => {
        const value = (t * (n + 1)) % 3 ? "yes" : "no";
        return {
          type: "judgement",
          id: `${rater}q${t}`,
          task: `t${t}`,
          response: a,
          item: `q${t}`,
          rater,
          ...person,
          value,
        };
      }),
    );
  }
  return records.map((record) => JSON.stringify(record));
}

test("the scripts compute every number where models grade and people choose, or models give nothing", async ({
  annotate,
}) => {
  const { files, textOf } = await importAndExport(unevenLines());
  const { reliability } = JSON.parse(textOf("agreement.json")) as Report;
  const beside = reliability.find(({ scope, raters }) => scope === "preference" && raters === "human+llm");
  expect(beside).toMatchObject({ level: "nominal", raterCount: 3, pairable: 36, reason: null });
  const found = await recompute(files);
  if (found) expect(found).toMatchObject({ code: 0, words: expect.stringMatching(/, 0 differ/) });
  else await annotate("python3 is not on the PATH: the script of the bundle was NOT run.", "warning");
  const r = await runScript(files, "Rscript", ["recompute.R"]);
  if (r) expect(r).toMatchObject({ code: 0, out: expect.stringMatching(/, 0 differ/) });
  else await annotate("Rscript is not on the PATH: the script of the bundle was NOT run.", "warning");
});

test("the scripts know the scale that a batch declares for overall scores", async ({ annotate }) => {
  const project = await makeProject();
  const { actor } = await makeMember("researcher", { project });
  const people = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const dataset = await makeDataset({ project, tasks: 4 });
  const batch = await makeBatch({ dataset, annotators: people, k: 2 });
  await makeVotes(batch, people, (subject) => [1 + subject, subject === 2 ? 1 : 1 + subject], {
    overall: true,
  });
  await findReport(actor, { batch: batch.id });
  for (const { id } of await db.report.findMany({ where: { batchId: batch.id } })) await computeReport(id);
  const { body } = (await openExport(actor, batch.id, "bundle")) ?? {};
  const files = unzip(await bytesOf(body));
  const { reliability } = JSON.parse(files.get("agreement.json")?.toString() ?? "") as Report;
  const own = reliability.find(({ scope, exposure }) => scope === "overall" && exposure === "independent");
  expect(own).toMatchObject({ pairable: 8, ac1: expect.any(Number), ac1Reason: null });
  expect(files.get("items.csv")?.toString()).toContain('"overall","1;2;3;4;5","4"');
  const found = await recompute(files);
  if (found) {
    expect(found).toMatchObject({ code: 0, words: expect.stringMatching(/, 0 differ/) });
    expect(found.numbers["alpha overall ordinal human independent ac1"]).toBeCloseTo(own?.ac1 ?? 0, 12);
  } else await annotate("python3 is not on the PATH: the script of the bundle was NOT run.", "warning");
});

test("the scripts compute every number of the example study", async ({ annotate }) => {
  const example = readFileSync(new URL("../../../public/example.study.jsonl", import.meta.url), "utf8");
  const { files, study, actor } = await importAndExport(example.trimEnd().split("\n"));
  const found = await recompute(files);
  if (found) expect(found).toMatchObject({ code: 0 });
  else await annotate("python3 is not on the PATH: the script of the bundle was NOT run.", "warning");
  // Someone judged after the report was computed: a bundle waits for a newer report instead of mixing the
  // two.
  await db.dataset.update({ where: { id: study }, data: { dataVersion: { increment: 1 } } });
  const made = openExport(actor, study, "bundle").then((again) => bytesOf(again?.body));
  await expect.poll(() => db.report.count({ where: { datasetId: study, dataAt: null } })).toBe(1);
  for (const { id } of await db.report.findMany({ where: { datasetId: study, dataAt: null } }))
    await computeReport(id);
  expect(unzip(await made).has("manifest.json")).toBe(true);
});
