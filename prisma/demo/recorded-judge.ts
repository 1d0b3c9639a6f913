import type { Member } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { createRun } from "@/lib/drafting/data/create-run";
import { findMethod } from "@/lib/drafting/data/find-method";
import { startRun } from "@/lib/drafting/data/run-lifecycle";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import { inputsOf } from "@/lib/drafting/data/subjects";
import { installationFence } from "@/lib/drafting/data/text-fence";
import { JUDGE_METHOD, PromptSpec } from "@/lib/drafting/schema/judges";
import { NewRun, type RunSelection } from "@/lib/drafting/schema/runs";
import { createVersion } from "@/lib/judge/data/add-version";
import { listHumanUnits } from "@/lib/judge/data/human-labels";
import { createJudge, findVersion } from "@/lib/judge/data/judges";
import { splitLabels } from "@/lib/judge/data/label-split";
import { exampleOf } from "@/lib/judge/data/labelled-example";
import { NewJudge, NewJudgeVersion } from "@/lib/judge/schema/judges";
import { NewLabelSplit } from "@/lib/judge/schema/split";
import { done, RECORDED, storedCall } from "@/prisma/demo/recorded-calls";
import type { SampleTask } from "@/prisma/demo/study";

/** What the second version adds to the plain prompt, before the form of the answer. */
const INSTRUCTION =
  "Answer YES only if the response itself shows that the requirement is met in full. If you cannot name the passage, answer NO.";

/**
 * A judge of the sample checklists in three versions, each better than the one before, over the answers of people who saw no
 * draft. Its answers are recorded (see `makeRecordedEndpoint`). The last version is run on all tasks; nobody has looked at
 * held-out labels.
 */
export async function seedJudge(
  admin: Member<"admin">,
  { projectId, datasetId, endpoint }: { projectId: string; datasetId: string; endpoint: { id: string } },
  tasks: readonly SampleTask[],
): Promise<void> {
  done(await splitLabels(admin, datasetId, NewLabelSplit.parse({ examples: 20, development: 50 })));
  const judge = done(
    await createJudge(
      admin,
      projectId,
      NewJudge.parse({
        ...{ name: "Checklist judge (sample)", origin: "plain.item", endpoint: endpoint.id },
        note: `The plain prompt. ${RECORDED}`,
      }),
    ),
  );
  const versions = [judge.versions[0]?.id ?? ""];
  const addVersion = async (spec: PromptSpec, note: string) => {
    const parent = versions.at(-1);
    const body = NewJudgeVersion.parse({ parent, spec, endpoint: endpoint.id, note: `${note} ${RECORDED}` });
    versions.push(done(await createVersion(admin, judge.id, body)).id);
  };
  const plain = PromptSpec.parse(done(await findVersion(admin, judge.id, { number: 1 })).spec);
  const strict = { ...plain, user: plain.user.replace("{{form}}", `${INSTRUCTION}\n\n{{form}}`) };
  await addVersion(strict, "It said yes too often: it has to name the passage now.");
  const shown = (await listHumanUnits(datasetId, "item", "examples")).find(({ label }) => label === "no");
  const example = shown && {
    ...{ dataset: datasetId, task: shown.taskId, response: shown.responseId },
    ...{ responseB: null, item: shown.itemId },
  };
  const taken = done(example ? await exampleOf(admin, judge.id, example) : null);
  await addVersion({ ...strict, examples: [taken] }, "Shows a requirement that is only half met.");

  const development = await db.labelSplitTask.findMany({
    where: { datasetId, part: "development" },
    select: { taskId: true },
  });
  for (const [at, version] of versions.entries()) {
    const isLast = at === versions.length - 1;
    const selection = {
      filter: {},
      ...(!isLast && { tasks: development.map(({ taskId }) => taskId) }),
    };
    const run = done(
      await createRun(
        admin,
        projectId,
        NewRun.parse({
          ...{ name: `Checklist judge (sample), version ${at + 1}`, dataset: datasetId, selection },
          ...{ method: JUDGE_METHOD, params: { version }, endpoint: endpoint.id, published: isLast },
        }),
      ),
    );
    await recordAnswers(run.id, at, tasks);
    await startRun(admin, run.id);
  }
  await workOnDrafts();
}

/** Stores the answers to all calls of a run before it starts, under the keys by which calls are found again. */
async function recordAnswers(runId: string, version: number, tasks: readonly SampleTask[]): Promise<void> {
  const run = await db.draftRun.findUniqueOrThrow({ where: { id: runId }, include: { endpoint: true } });
  const method = done(await findMethod(run.projectId, run));
  const units = await db.draftUnit.findMany({
    where: { runId },
    orderBy: { position: "asc" },
    include: { response: { select: { key: true } } },
  });
  const inputs = await inputsOf(units, method, run.selection as RunSelection);
  const keys = new Map(
    (
      await db.item.findMany({
        where: { id: { in: inputs.flatMap(({ items }) => items.map(({ id }) => id)) } },
        select: { id: true, key: true },
      })
    ).map(({ id, key }) => [id, key]),
  );
  const drafts = new Map(
    tasks.flatMap(({ responses }) =>
      responses.flatMap(({ id, drafts: own }) => own.map((draft) => [`${id} ${draft.item}`, draft] as const)),
    ),
  );
  const params = method.params.parse(run.params);
  const calls = units.flatMap((unit, at) => {
    const input = inputs[at];
    if (!input) throw new Error("a unit of the sample judge has no input");
    return method.plan(input, params, installationFence()).map((plan) => {
      const draft = drafts.get(`${unit.response?.key} ${keys.get(plan.item ?? "")}`);
      const isMet = draft?.value === "yes";
      return { unit, plan, text: recordedAnswer(version, isMet, draft?.lines[0] ?? "", plan.key) };
    });
  });
  await db.llmCall.createMany({
    data: calls.map(({ unit, plan, text }) => storedCall(run, unit.id, plan, text)),
    skipDuplicates: true,
  });
}

/**
 * The plain judge overlooks two of three requirements that are not met, the second version one of three, the last one of
 * twelve; which ones follows from the item.
 */
function recordedAnswer(version: number, isMet: boolean, reason: string, key: string): string {
  const n = [...key].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 997, 7) % 12;
  const overlooked = [8, 4, 1][version] ?? 0;
  if (!isMet && n < overlooked) return "Analysis: The response addresses this.\nAnswer: YES";
  return `Analysis: ${reason || "As the response shows."}\nAnswer: ${isMet ? "YES" : "NO"}`;
}
