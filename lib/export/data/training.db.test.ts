import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { openExport } from "@/lib/export/data/exports";
import { previewTraining } from "@/lib/export/data/training";
import { featuresOf } from "@/lib/export/rules/training/features";
import { TrainingOptions } from "@/lib/export/schema/training";
import { CONFIG_NAME, readCard, SPLIT_NAME, TRL_ROWS } from "@/lib/export/testing/documented-shapes";
import { bytesOf } from "@/lib/export/testing/read";
import { unzip } from "@/lib/formats/unzip";
import { makeMember } from "@/testing/builders/people";

const TASKS = 20;
/** Breaks lines for some readers of JSON lines, and cells of tables and YAML for others. */
const HOSTILE = 'a\u2028b\u2029c\r\n| "d": - e\u0085';

/** Tasks with two responses, scored by people and a model, and compared by gold; every second prompt is the first one. */
function study(): object[] {
  return [
    { type: "study", version: 1, name: `Colours ${HOSTILE}` },
    ...Array.from({ length: TASKS }, (_, n) => {
      const [task, a, b] = [`t${n}`, `a${n}`, `b${n}`];
      const score = (id: string, response: string, value: number, rater: object) => ({
        ...{ id: `${id}${response}`, task, response, item: "overall", value, ...rater },
      });
      const person = {
        type: "judgement",
        rater: "A01",
        raterKind: "human",
        lines: [{ action: "add", text: "So." }],
      };
      const model = {
        type: "draft",
        rater: "gpt-4o",
        raterKind: "llm",
        method: "judge.plain_absolute",
        lines: ["x"],
      };
      return [
        {
          ...{
            type: "task",
            id: task,
            instruction: n % 2 ? `Name colour ${n}.` : "Name a colour.",
            input: HOSTILE,
          },
          ...{ reference: "Red.", tags: n === 1 ? ["code"] : [] },
        },
        { type: "response", id: a, task, model: "small", text: `${HOSTILE} ${n}` },
        { type: "response", id: b, task, model: "large", text: `Blue ${n}.` },
        score("h", a, 5, person),
        score("h", b, 2, person),
        // The model agrees with people on three of four tasks.
        score("m", a, n % 4 ? 4 : 1, model),
        score("m", b, n % 4 ? 1 : 4.5, model),
        {
          ...{
            type: "judgement",
            id: `g${n}`,
            task,
            item: "preference",
            pair: [b, a],
            rater: "gold",
            raterKind: "gold",
          },
          value: "B",
        },
      ];
    }).flat(),
  ];
}

async function makeStudy(lines = study()) {
  const researcher = await makeMember("researcher");
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  const done = await importStudyFile(researcher.projectId, [Buffer.from(text)], { fileName: "f" });
  if (!("datasetId" in done)) throw new Error(done.failure);
  const id = done.datasetId;
  return {
    ...researcher,
    id,
    archive: async (options: object = {}) => {
      const made = await openExport(researcher.actor, id, "training", TrainingOptions.parse(options));
      const files = unzip(await bytesOf(made?.body));
      const rows = (name: string): Record<string, unknown>[] =>
        (files.get(name)?.toString() ?? "")
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => JSON.parse(line));
      return { files, rows };
    },
  };
}

/** TRL’s preference type and prompt-completion type in the conversational format, as documented. */
const message = (role: string) => ({ role, content: expect.any(String) });
const PREFERENCE = {
  prompt: [message("user")],
  chosen: [message("assistant")],
  rejected: [message("assistant")],
};
const COMPLETION = { prompt: [message("system"), message("user")], completion: [message("assistant")] };

test("preferences by source, with margins, and judgements come as folders of a dataset", async () => {
  const { archive } = await makeStudy();
  const { files, rows } = await archive();
  expect([...files.keys()]).toEqual([
    "README.md",
    "training-settings.json",
    "counts.json",
    "preferences-human-scores/train.jsonl",
    "preferences-gpt-4o-judge.plain-absolute-scores/train.jsonl",
    "preferences-gold-preferences/train.jsonl",
    "judge/train.jsonl",
  ]);
  const people = rows("preferences-human-scores/train.jsonl");
  expect(people).toHaveLength(TASKS);
  for (const row of people)
    expect(row).toMatchObject({ ...PREFERENCE, margin: 3, source: "human", split: "train" });
  expect(people[3]).toMatchObject({
    prompt: [{ role: "user", content: `Name colour 3.\n\n${HOSTILE}` }],
    chosen: [{ role: "assistant", content: `${HOSTILE} 3` }],
    rejected: [{ role: "assistant", content: "Blue 3." }],
    ...{ score_chosen: 5, score_rejected: 2, scale: "1-5", feedback_chosen: "So." },
    ...{ human_verified: true, annotators: ["A01"], chosen_model: "small", rejected_model: "large" },
  });
  // The model's preferences are exported only where people's scores confirm them.
  const model = rows("preferences-gpt-4o-judge.plain-absolute-scores/train.jsonl");
  expect(model).toHaveLength(TASKS * 0.75);
  expect(model[0]).toMatchObject({
    ...PREFERENCE,
    source: "llm",
    human_verified: true,
    annotators: [],
    model: "gpt-4o",
  });
  expect(rows("preferences-gold-preferences/train.jsonl")).toHaveLength(TASKS);
  const judged = rows("judge/train.jsonl");
  expect(judged).toHaveLength(2 * TASKS);
  for (const row of judged) expect(row).toMatchObject(COMPLETION);
  // Every row of a file has the columns that its card declares.
  for (const [all, set] of [
    [people, "preferences"],
    [model, "preferences"],
    [judged, "judge"],
  ] as const) {
    const columns = featuresOf(set, { form: "conversational" }).map(([name]) => name);
    for (const row of all) expect(Object.keys(row).sort()).toEqual(columns.sort());
  }
  const counts = JSON.parse(files.get("counts.json")?.toString() ?? "");
  expect(counts.options).toMatchObject({ scale: "1-5", margin: 2, verified: "only", seed: 42 });
  expect(counts.sets.find(({ origin }: { origin: string }) => origin === "llm")).toMatchObject({
    rows: { train: 15, test: 0, out_of_domain: 0 },
    dropped: { "people-disagree": 5 },
  });
  const settings = JSON.parse(files.get("training-settings.json")?.toString() ?? "");
  expect(settings).toMatchObject({
    sft: { num_train_epochs: 3, learning_rate: 1e-5, effective_batch_size: 64, lr_scheduler_type: "cosine" },
    dpo: { num_train_epochs: 2, learning_rate: 1e-6, effective_batch_size: 64, lr_scheduler_type: "cosine" },
  });
});

test("the card names each file as a configuration with its splits", async () => {
  const { archive } = await makeStudy();
  const { files } = await archive({ test: "0.2", licence: 'CC "BY"\n4.0' });
  const [, front] = (files.get("README.md")?.toString() ?? "").split("---\n");
  const named = [...(front ?? "").matchAll(/path: "(.+)"/g)].map(([, path]) => path);
  expect(named).toEqual([...files.keys()].filter((name) => name.endsWith(".jsonl")));
  expect(front).toContain('config_name: "preferences-human-scores"');
  expect(front).toContain('license_name: "CC \\"BY\\"\\n4.0"');
});

test("equal prompts are in the same split in every file, and held-out tasks in no file", async () => {
  const { archive } = await makeStudy();
  const { files, rows } = await archive({ test: "0.3", holdOut: ["code"], verified: "all" });
  const splits = new Map<string, Set<unknown>>();
  for (const name of files.keys()) {
    if (!name.endsWith(".jsonl")) continue;
    for (const row of rows(name)) {
      expect(row.split).toBe(name.split("/")[1]?.replace(".jsonl", ""));
      const known = splits.get(String(row.task)) ?? new Set();
      splits.set(String(row.task), known.add(row.split));
    }
  }
  expect([...splits.values()].every(({ size }) => size === 1)).toBe(true);
  const splitOf = (n: number) => [...(splits.get(`t${n}`) ?? [])][0];
  expect(splitOf(1)).toBe("out_of_domain");
  const same = Array.from({ length: TASKS / 2 }, (_, n) => splitOf(2 * n));
  expect(new Set(same).size).toBe(1);
  // Three of ten further distinct prompts are in the test split.
  const distinct = [splitOf(0), ...Array.from({ length: TASKS / 2 }, (_, n) => splitOf(2 * n + 1))];
  expect(distinct.filter((split) => split === "test")).toHaveLength(3);
});

test("equal sizes leave every source as many pairs as the smallest; the preview equals the file", async () => {
  const { actor, id, archive } = await makeStudy();
  const options = { equal: true, test: "0.3" };
  const { files, rows } = await archive(options);
  const sizes = [...files.keys()]
    .filter((name) => name.startsWith("preferences-") && name.endsWith("/train.jsonl"))
    .map((name) => rows(name).length);
  expect(sizes).toHaveLength(3);
  expect(new Set(sizes).size).toBe(1);
  const preview = await previewTraining(actor, id, TrainingOptions.parse(options));
  const counts = JSON.parse(files.get("counts.json")?.toString() ?? "");
  expect(preview?.sets).toEqual(counts.sets.map(({ config: _, ...set }: { config: string }) => set));
  const again = await archive(options);
  expect(again.files.get("preferences-human-scores/train.jsonl")).toEqual(
    files.get("preferences-human-scores/train.jsonl"),
  );
});

test("plain texts have TRL’s standard form, and only chosen sources are exported", async () => {
  const { archive } = await makeStudy();
  const { files, rows } = await archive({ form: "standard", source: "human-scores" });
  const names = [...files.keys()].filter((name) => name.startsWith("preferences-"));
  expect(names).toEqual(["preferences-human-scores/train.jsonl"]);
  expect(rows(names[0] ?? "")[1]).toMatchObject({
    ...{ prompt: `Name colour 1.\n\n${HOSTILE}`, chosen: `${HOSTILE} 1`, rejected: "Blue 1." },
  });
  expect(rows("judge/train.jsonl")[0]).toMatchObject({
    prompt: expect.stringContaining("You are an impartial judge."),
    completion: "Feedback: So. [RESULT] 5",
  });
});

test.each(["conversational", "standard"] as const)(
  "%s rows and their card have the shapes that TRL and datasets document",
  async (form) => {
    const { archive } = await makeStudy();
    const { files, rows } = await archive({ form, test: "0.3", holdOut: ["code"], verified: "all" });
    const card = readCard(files.get("README.md")?.toString() ?? "");
    expect([...card.configs.keys()]).toEqual([...card.features.keys()]);
    expect([...card.configs.values()].flat().map(({ path }) => path)).toEqual(
      [...files.keys()].filter((name) => name.endsWith(".jsonl")),
    );
    for (const [config, splits] of card.configs) {
      expect(config).toMatch(CONFIG_NAME);
      const isPreference = config.startsWith("preferences-");
      const Row = TRL_ROWS[isPreference ? "preference" : "completion"][form];
      for (const { split, path } of splits) {
        expect(split).toMatch(SPLIT_NAME);
        expect(rows(path).length).toBeGreaterThan(0);
        for (const row of rows(path)) {
          expect(Row.safeParse(row).error, path).toBeUndefined();
          expect(Object.keys(row).sort()).toEqual([...(card.features.get(config)?.keys() ?? [])].sort());
          for (const [column, type] of card.features.get(config) ?? [])
            expect(type.safeParse(row[column]).error, `${path} ${column}`).toBeUndefined();
        }
      }
    }
    // A file beside them counts the rows that were left out, by reason.
    const counts = JSON.parse(files.get("counts.json")?.toString() ?? "");
    expect(counts.sets.every(({ dropped }: { dropped: unknown }) => typeof dropped === "object")).toBe(true);
  },
);

test("other accounts see neither counts nor rows, and the options of an export are on record", async () => {
  const { id, archive, projectId } = await makeStudy();
  const other = await makeMember("admin");
  expect(await previewTraining(other.actor, id, TrainingOptions.parse({}))).toBeNull();
  expect(await openExport(other.actor, id, "training")).toBeNull();
  await archive({ margin: "3" });
  const entries = await db.auditLog.findMany({ where: { projectId, action: "export.finished" } });
  expect(entries.map(({ detail }) => detail)).toMatchObject([
    { format: "training", rows: 95, options: expect.stringContaining('"margin":3') },
  ]);
});

test("the card of an empty study states that it is empty", async () => {
  const { archive } = await makeStudy([{ type: "study", version: 1, name: "Nothing" }]);
  const { files } = await archive();
  expect([...files.keys()]).toEqual(["README.md", "training-settings.json", "counts.json"]);
  expect(files.get("README.md")?.toString()).toContain("No row met the conditions");
});
