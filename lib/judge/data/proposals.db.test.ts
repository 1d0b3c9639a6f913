import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { createVersion } from "@/lib/judge/data/add-version";
import { answerProposal } from "@/lib/judge/data/answer-proposal";
import { acceptedInstructions, decideInstruction } from "@/lib/judge/data/decide-instruction";
import { findVersion } from "@/lib/judge/data/judges";
import { readSplitTasks, splitLabels } from "@/lib/judge/data/label-split";
import { listProposals, requestProposal } from "@/lib/judge/data/proposals";
import { compareVersion } from "@/lib/judge/data/version-comparison";
import { withInstructions } from "@/lib/judge/rules/instructions";
import { NewJudgeVersion } from "@/lib/judge/schema/judges";
import { NewLabelSplit } from "@/lib/judge/schema/split";
import { openStub, type Stub } from "@/lib/llm/testing/stub";
import { makeDataset } from "@/testing/builders/datasets";
import { makeJudge, makeJudged, makeLabelled, makeLabels, makeProposal } from "@/testing/builders/judges";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint } from "@/testing/builders/runs";

let stub: Stub;
let answer: string;
let usage: { input: number; output: number } | undefined;
const sent: string[] = [];

beforeAll(async () => {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  stub = await openStub(
    ({ messages }) => {
      sent.push(messages.map(({ content }) => content).join("\n"));
      return { say: answer, ...(usage && { usage }) };
    },
    Number(new URL(origin).port),
  );
});
beforeEach(() => {
  sent.length = 0;
  usage = undefined;
  answer = "- Give 1 to what misses the topic.\n- Do not reward length.\n- Be strict.";
});
afterAll(() => stub.close());

/** A judge that gives 5 to everything, a person who gives 1, with a canary for each task in texts and explanations. */
async function disagreeing(tasks = 20, reason = "") {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks, drafts: false });
  const canary = (task: string) => `CANARY-${task}-${dataset.id}`;
  // The tag of an A, which only a model reads.
  await makeLabels(dataset, () => 1, { explanation: (task) => `\u{E0041}${canary(task)}${reason}` });
  const endpoint = await makeEndpoint({ project, baseUrl: stub.base });
  const judge = await makeJudge({ project, endpoint });
  const { actor } = judge.admin;
  await splitLabels(actor, dataset.id, NewLabelSplit.parse({}));
  await makeJudged(judge, judge.version, dataset, () => 5);
  const parts = (await readSplitTasks(actor, dataset.id, { limit: 1000 }))?.items ?? [];
  return { dataset, judge, actor, canary, parts };
}

const request = async (actor: Parameters<typeof requestProposal>[0], version: string, dataset: string) => {
  const made = await requestProposal(actor, version, dataset);
  if (!made || "refused" in made) return expect.fail(JSON.stringify(made));
  return made;
};

test("a model proposes instructions from development disagreements; no other label reaches it", async () => {
  const { dataset, judge, actor, canary, parts } = await disagreeing();
  const waiting = await request(actor, judge.version, dataset.id);
  expect(waiting).toMatchObject({ state: "waiting", version: 1, instructions: [] });
  // A second click waits for the same answer.
  expect((await request(actor, judge.version, dataset.id)).id).toBe(waiting.id);
  await answerProposal(waiting.id);
  await answerProposal(waiting.id);
  const [proposal] = await listProposals(actor, judge.id, dataset.id);
  expect(proposal).toMatchObject({ state: "done", error: null });
  expect(proposal?.instructions.map(({ text }) => text)).toEqual([
    "Give 1 to what misses the topic.",
    "Do not reward length.",
    "Be strict.",
  ]);
  expect(sent).toHaveLength(1);
  const stored = await db.judgeProposal.findUniqueOrThrow({ where: { id: waiting.id } });
  // Explanations are sent without characters that no reader sees.
  expect(JSON.stringify(stored.messages)).toContain("\u{E0041}CANARY");
  expect(sent[0]).not.toMatch(/[\u{E0000}-\u{E007F}]/u);
  const seen = [sent[0] ?? "", JSON.stringify(stored.messages)];
  const development = parts.filter(({ part }) => part === "development");
  for (const text of seen)
    expect(development.filter(({ key }) => text.includes(canary(key)))).toHaveLength(development.length);
  expect([...(proposal?.tasks ?? [])].sort()).toEqual(development.map(({ key }) => key).sort());
  for (const { key, part } of parts)
    if (part !== "development") for (const text of seen) expect(text).not.toContain(canary(key));
  // The database refuses a proposal from any other task.
  const { id: _, messages, usage, ...fields } = stored;
  for (const part of ["held-out", "examples"]) {
    const other = parts.find((task) => task.part === part)?.id ?? "";
    await expect(
      db.judgeProposal.create({
        data: {
          ...{ ...fields, messages: messages ?? [], usage: usage ?? {} },
          taskIds: [...stored.taskIds, other],
        },
      }),
    ).rejects.toThrow(/development tasks alone/);
  }
  await expect(db.judgeProposal.update({ where: { id: waiting.id }, data: { answer: "x" } })).rejects.toThrow(
    /append-only/,
  );
});

test("an admin accepts, revises and removes them with a history; accepted ones make a version that names them", async () => {
  const { dataset, judge, actor } = await disagreeing(10);
  const [first, second, third] = await makeProposal(judge, judge.version, dataset.id, [
    "Give 1 to what misses the topic.",
    "Do not reward length.",
    "Be strict.",
  ]);
  await decideInstruction(actor, first?.id ?? "", { action: "accept" });
  await decideInstruction(actor, first?.id ?? "", { action: "accept" });
  await decideInstruction(actor, second?.id ?? "", { action: "remove" });
  const changed = await decideInstruction(actor, second?.id ?? "", {
    action: "revise",
    text: "Reward no length.",
  });
  expect(changed).toMatchObject({
    text: "Do not reward length.",
    decisions: [
      { action: "remove", text: null },
      { action: "revise", text: "Reward no length." },
    ],
  });
  await decideInstruction(actor, third?.id ?? "", { action: "accept" });
  await decideInstruction(actor, third?.id ?? "", { action: "remove" });
  const decisions = { instruction: { proposal: { judgeVersionId: judge.version } } };
  expect(await db.judgeInstructionDecision.count({ where: decisions })).toBe(5);
  await expect(
    db.judgeInstructionDecision.updateMany({ where: decisions, data: { action: "accept", text: null } }),
  ).rejects.toThrow(/append-only/);

  const proposal = first?.proposalId ?? "";
  expect(await acceptedInstructions(actor, judge.id, proposal)).toEqual([
    "Give 1 to what misses the topic.",
    "Reward no length.",
  ]);
  const { spec } = (await findVersion(actor, judge.id, { number: 1 })) ?? expect.fail();
  const make = (texts: string[]) =>
    createVersion(
      actor,
      judge.id,
      NewJudgeVersion.parse({
        ...{ parent: judge.version, endpoint: judge.endpoint },
        spec: withInstructions(spec, texts),
      }),
    );
  // In the editor the admin deleted the second one again.
  const made = (await make(["Give 1 to what misses the topic."])) as { id: string };
  expect(made).toMatchObject({ number: 2 });
  // Revised once more, the version still has what it was made with.
  await decideInstruction(actor, first?.id ?? "", { action: "revise", text: "Give 2." });
  expect(await compareVersion(actor, made.id, dataset.id)).toMatchObject({
    tunedOn: {
      instructions: [
        {
          text: "Give 1 to what misses the topic.",
          version: 2,
          tasks: expect.arrayContaining([expect.stringMatching(/^t\d+$/)]),
        },
      ],
    },
  });
  const [view] = await listProposals(actor, judge.id, dataset.id);
  expect(view?.instructions.map(({ versions }) => versions)).toEqual([[2], [], []]);

  const other = await makeLabelled({
    project: await makeProject(),
    tasks: 10,
    label: () => 1,
    value: () => 5,
  });
  const [foreign] = await makeProposal(other.judge, other.judge.version, other.dataset.id, ["Be kind."]);
  expect(await acceptedInstructions(actor, judge.id, foreign?.proposalId ?? "")).toEqual([]);
  expect(await decideInstruction(actor, foreign?.id ?? "", { action: "accept" })).toBeNull();
});

test("an answer without a list and a failing endpoint give the reason; without disagreements a request is refused", async () => {
  const { dataset, judge, actor } = await disagreeing(10, " It is about something else.".repeat(40));
  answer = "I would rather not.";
  await answerProposal((await request(actor, judge.version, dataset.id)).id);
  // The endpoint read a part of the prompt, and made a list of it.
  answer = "- Be strict.";
  usage = { input: 512, output: 20 };
  await answerProposal((await request(actor, judge.version, dataset.id)).id);
  const failed = await request(actor, judge.version, dataset.id);
  await db.llmEndpoint.update({ where: { id: judge.endpoint }, data: { budgetMicros: 0n, spentMicros: 1n } });
  await answerProposal(failed.id);
  // The worker was killed a while ago: a new request replaces it.
  const lost = await request(actor, judge.version, dataset.id);
  await db.$executeRaw`
    UPDATE "JudgeProposal" SET "requestedAt" = now() - interval '1 hour' WHERE "id" = ${lost.id}::uuid`;
  expect((await request(actor, judge.version, dataset.id)).id).not.toBe(lost.id);
  expect(
    (await listProposals(actor, judge.id, dataset.id)).map(({ state, error }) => [state, error]),
  ).toEqual(
    expect.arrayContaining([
      ["failed", "unreadable"],
      ["failed", "prompt_cut"],
      ["failed", "endpoint-budget"],
      ["failed", "interrupted"],
      ["waiting", null],
    ]),
  );

  const project = await makeProject();
  const fine = await makeLabelled({ project, tasks: 10, label: () => 4, value: () => 4 });
  expect(await requestProposal(fine.judge.admin.actor, fine.judge.version, fine.dataset.id)).toMatchObject({
    refused: "no-disagreements",
  });
  const unsplit = await makeDataset({ project, tasks: 2 });
  expect(await requestProposal(fine.judge.admin.actor, fine.judge.version, unsplit.id)).toMatchObject({
    refused: "no-label-split",
  });
  expect(await requestProposal((await makeMember("admin")).actor, judge.version, dataset.id)).toBeNull();
});
