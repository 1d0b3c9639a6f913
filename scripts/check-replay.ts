import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { RouteHandler } from "@/lib/api/route-options";
import type { JudgementRecord } from "@/lib/dataset/schema";
import type { Report } from "@/lib/report/schema";
import type { AssignmentView } from "@/lib/review/schema";
import type { Op } from "@/lib/review/schema/operation";

const STUDY = "studies/coeval-eli5.study.jsonl";
const RESPONSES = 10;

type Verdict = { passed: number; failed: number };
type Line = {
  type: string;
  id: string;
  task?: string;
  response?: string;
  raterKind?: string;
  items?: { id: string; text: string }[];
};

/**
 * Replays part of a study in the product: its first ten responses are imported, a batch that shows drafts
 * first is opened on them, and through the API's handlers each of the study's annotators claims, decides,
 * scores and submits as in the file. The report on the batch must equal the report on the imported
 * judgements: decisions on lines, and agreement at every level.
 */
export async function checkReplay(folder: string): Promise<Verdict> {
  const study = (await readFile(join(folder, STUDY), "utf8")).split("\n").filter(Boolean);
  const { imported, replayed } = await replay(firstResponses(study));
  return compare(imported, replayed);
}

/** The lines of a study about its first responses. */
function firstResponses(study: string[]): string[] {
  const records = study.map((line) => ({ line, record: JSON.parse(line) as Line }));
  const responses = new Map(
    records
      .filter(({ record }) => record.type === "response")
      .slice(0, RESPONSES)
      .map(({ record }) => [record.id, record.task]),
  );
  const tasks = new Set(responses.values());
  return records
    .filter(({ record: { type, id, task, response } }) => {
      if (type === "task") return tasks.has(id);
      if (type === "response") return responses.has(id);
      return response === undefined ? !task || tasks.has(task) : responses.has(response);
    })
    .map(({ line }) => line);
}

async function replay(lines: string[]): Promise<{ imported: Report; replayed: Report }> {
  const [
    { db },
    { makeMember, makeToken },
    { makeProject },
    { importStudyFile },
    { loadStudy },
    { reportOf },
  ] = await Promise.all([
    import("@/lib/database/db"),
    import("@/testing/builders/people"),
    import("@/testing/builders/projects"),
    import("@/lib/dataset/import/upload"),
    import("@/lib/report/data/load-study"),
    import("@/lib/report/computation/report-on-study"),
  ]);

  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const study = await importStudyFile(project.id, [Buffer.from(`${lines.join("\n")}\n`)], {
    fileName: basename(STUDY),
  });
  if (!("datasetId" in study)) throw new Error(study.failure);
  const judgements = lines
    .map((line) => JSON.parse(line) as JudgementRecord)
    .filter(({ type, raterKind }) => type === "judgement" && raterKind === "human");
  const texts = new Map(
    lines.flatMap((line) => ((JSON.parse(line) as Line).items ?? []).map(({ id, text }) => [id, text])),
  );
  const raters = [...new Set(judgements.map(({ rater }) => rater))];
  const people = await Promise.all(raters.map(() => makeMember("annotator", { project })));

  const adminToken = (await makeToken(admin)).token;
  const batch = (await send(
    adminToken,
    await routes(),
    "POST batches",
    {},
    {
      project: project.id,
      dataset: study.datasetId,
      name: "Replay",
      preset: "criterion-scoring",
      arms: [
        {
          name: "A",
          k: raters.length,
          steps: [{ type: "judge", kind: "criteria", exposure: "draft-first" }],
          exposure: null,
        },
      ],
      annotators: people.map(({ membershipId }) => membershipId),
      guidelines: "",
    },
  )) as { id: string };
  await send(adminToken, await routes(), "POST batches/[id]/open", { id: batch.id }, undefined);

  const keys = new Map(
    (await db.response.findMany({ where: { datasetId: study.datasetId } })).map(({ id, key }) => [id, key]),
  );
  await Promise.all(
    people.map(async (person, n) => {
      const { token } = await makeToken(person);
      const theirs = judgements.filter(({ rater }) => rater === raters[n]);
      const responseOf = async (assignment: string) => {
        const { subject } = await db.assignment.findUniqueOrThrow({
          where: { id: assignment },
          select: { subject: { select: { responseId: true } } },
        });
        return keys.get(subject.responseId ?? "");
      };
      await work(token, batch.id, theirs, { responseOf, texts });
    }),
  );

  const scope = { projectId: project.id, datasetId: study.datasetId };
  const [before, after] = [
    await loadStudy({ ...scope, batchId: null }),
    await loadStudy({ ...scope, batchId: batch.id }),
  ];
  return { imported: await reportOf(before.study), replayed: await reportOf(after.study) };
}

/**
 * The study's response of an assignment, and texts of its items: an assignment has keys of its own for them.
 */
interface Lookup {
  responseOf: (assignment: string) => Promise<string | undefined>;
  texts: ReadonlyMap<string, string>;
}

/** One annotator claims until nothing is left, and answers each response as in the study. */
async function work(
  token: string,
  batch: string,
  judgements: JudgementRecord[],
  { responseOf, texts }: Lookup,
): Promise<void> {
  const api = await routes();
  for (;;) {
    const claimed = (await send(token, api, "POST batches/[id]/claim", { id: batch }, undefined)) as {
      status: string;
      assignment?: { id: string; lease: string };
    };
    if (!claimed.assignment) return;
    const { id, lease } = claimed.assignment;
    const view = (await send(token, api, "GET assignments/[id]", { id })) as AssignmentView;
    const response = await responseOf(id);
    const keys = new Map(
      view.frame.steps.flatMap((step) =>
        step.type === "judge" ? step.items.map(({ text, key }) => [text, key] as const) : [],
      ),
    );
    const ops = judgements
      .filter((judgement) => judgement.response === response)
      .flatMap(({ item, ...judgement }) =>
        operationsOf({ ...judgement, item: keys.get(texts.get(item ?? "") ?? "") ?? "" }),
      );
    await send(token, api, "POST assignments/[id]/ops", { id }, { lease, base: view.version, ops });
    await send(token, api, "POST assignments/[id]/submit", { id }, { lease, base: ops.length });
  }
}

/** The operations that lead to a judgement. */
function operationsOf({ item, lines = [], value }: Pick<JudgementRecord, "item" | "lines" | "value">): Op[] {
  const stamp = () => ({ op: randomUUID(), at: new Date().toISOString() });
  if (!item || (typeof value !== "number" && value !== "yes" && value !== "no" && value !== "na"))
    throw new Error(`a judgement of ${item} cannot be done over`);
  const decided = lines.map((line): Op => {
    if (line.action === "add")
      return {
        ...stamp(),
        type: "add",
        target: { item, lines: true },
        as: randomUUID(),
        text: line.text ?? "",
      };
    if (line.draft === undefined)
      throw new Error("a decision on a text that was not kept cannot be done over");
    const decision = { type: "decide" as const, target: { item, line: line.draft }, action: line.action };
    return { ...stamp(), ...decision, ...(line.text !== undefined && { text: line.text }) };
  });
  return [...decided, { ...stamp(), type: "answer", item, value }];
}

// ---------------------------------------------------------------- API handlers, without a server

async function routes(): Promise<Record<string, RouteHandler>> {
  const [batches, open, claim, assignment, ops, submit] = await Promise.all([
    import("@/app/api/v1/batches/route"),
    import("@/app/api/v1/batches/[id]/open/route"),
    import("@/app/api/v1/batches/[id]/claim/route"),
    import("@/app/api/v1/assignments/[id]/route"),
    import("@/app/api/v1/assignments/[id]/ops/route"),
    import("@/app/api/v1/assignments/[id]/submit/route"),
  ]);
  return {
    "POST batches": batches.POST,
    "POST batches/[id]/open": open.POST,
    "POST batches/[id]/claim": claim.POST,
    "GET assignments/[id]": assignment.GET,
    "POST assignments/[id]/ops": ops.POST,
    "POST assignments/[id]/submit": submit.POST,
  };
}

async function send(
  token: string,
  api: Record<string, RouteHandler>,
  name: string,
  params: Record<string, string>,
  body?: unknown,
): Promise<unknown> {
  const [method = "", path = ""] = name.split(" ");
  const request = new Request(`http://localhost:3000/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await api[name]?.(request, { params: Promise.resolve(params) });
  if (!response?.ok) throw new Error(`${name}: ${response?.status} ${await response?.text()}`);
  return response.status === 204 ? undefined : response.json();
}

// ---------------------------------------------------------------- comparison

/**
 * Every number the two reports must agree on, by name. The replay reproduces the raters' decisions, but gives
 * no reasons.
 */
function numbersOf({ reliability, humanVsLlm, decisions: decided }: Report): Map<string, unknown> {
  const { reasons: _, ...decisions } = decided;
  const numbers = new Map<string, unknown>([["decisions", decisions]]);
  for (const { scope, level, raters, exposure, value, units, pairable, percentAgreement } of reliability)
    numbers.set(`alpha ${scope} ${level} ${raters} ${exposure}`, {
      value,
      units,
      pairable,
      percentAgreement,
    });
  for (const { item, llm, exposure, n, pearson, spearman, meanDifference } of humanVsLlm)
    numbers.set(`${item} against ${llm} ${exposure}`, { n, pearson, spearman, meanDifference });
  return numbers;
}

function compare(imported: Report, replayed: Report): Verdict {
  const [before, after] = [numbersOf(imported), numbersOf(replayed)];
  const verdict = { passed: 0, failed: 0 };
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(name), after.get(name)];
    if (same(was, is)) verdict.passed += 1;
    else {
      verdict.failed += 1;
      console.log(`FAIL  replay, ${name}: ${JSON.stringify(is)}, imported ${JSON.stringify(was)}`);
    }
  }
  const { lines } = imported.decisions;
  console.log(
    `${verdict.failed === 0 ? "ok  " : "FAIL"}  replay of the first ${RESPONSES} responses: ` +
      `${verdict.passed} of ${verdict.passed + verdict.failed} numbers the same, ${lines.n} line decisions`,
  );
  return verdict;
}

/** Equal up to rounding, which depends on the order of addition. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) < 1e-12;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => same(Reflect.get(a, key), Reflect.get(b, key)));
}
