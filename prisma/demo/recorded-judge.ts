import type { Member } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { createRun } from "@/lib/drafting/data/create-run";
import { startRun } from "@/lib/drafting/data/run-lifecycle";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import type { CallPlan } from "@/lib/drafting/schema";
import { JUDGE_METHOD, PromptSpec } from "@/lib/drafting/schema/judge-spec";
import { NewRun } from "@/lib/drafting/schema/runs";
import { createVersion } from "@/lib/judge/data/add-version";
import { listHumanUnits } from "@/lib/judge/data/human-labels";
import { createJudge, findVersion } from "@/lib/judge/data/judges";
import { splitLabels } from "@/lib/judge/data/label-split";
import { exampleOf } from "@/lib/judge/data/labelled-example";
import { NewJudge, NewJudgeVersion } from "@/lib/judge/schema/judges";
import { NewLabelSplit } from "@/lib/judge/schema/split";
import { done, recordAnswers } from "@/prisma/demo/recorded-calls";
import type { SampleTask } from "@/prisma/demo/study";
import { RECORDED } from "@/prisma/demo/written-answers";

/** The second version's addition to the plain prompt, before the form of the answer. */
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
  const shown = (await listHumanUnits(datasetId, { subject: "item" }, "examples")).find(
    ({ label }) => label === "no",
  );
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
    await recordAnswers(run.id, await answersOf(datasetId, at, tasks));
    await startRun(admin, run.id);
  }
  await workOnDrafts();
}

/** The answers of a version of the judge: what the sample study says of each item, and the version's own oversights. */
async function answersOf(datasetId: string, version: number, tasks: readonly SampleTask[]) {
  const items = await db.item.findMany({
    where: { rubric: { datasetId } },
    select: { id: true, key: true },
  });
  const keys = new Map(items.map(({ id, key }) => [id, key]));
  const drafts = new Map(
    tasks.flatMap(({ responses }) =>
      responses.flatMap(({ id, drafts: own }) => own.map((draft) => [`${id} ${draft.item}`, draft] as const)),
    ),
  );
  return ({ item, key }: CallPlan, response: string | undefined) => {
    const draft = drafts.get(`${response} ${keys.get(item ?? "")}`);
    return recordedAnswer(version, draft?.value === "yes", draft?.lines[0] ?? "", key);
  };
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
