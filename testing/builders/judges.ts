import { randomUUID } from "node:crypto";
import { db } from "@/lib/database/db";
import { createRun } from "@/lib/drafting/data/create-run";
import { startingPoint } from "@/lib/drafting/rules/judge/starting-points";
import { JUDGE_METHOD, type JudgeSpec } from "@/lib/drafting/schema/judge-spec";
import { NewRun } from "@/lib/drafting/schema/runs";
import { createVersion } from "@/lib/judge/data/add-version";
import { createJudge } from "@/lib/judge/data/judges";
import { splitLabels } from "@/lib/judge/data/label-split";
import { createPanel } from "@/lib/judge/data/panels";
import { requestProposal } from "@/lib/judge/data/proposals";
import { NewJudge, NewJudgeVersion, NewPanel } from "@/lib/judge/schema/judges";
import { NewLabelSplit } from "@/lib/judge/schema/split";
import { makeDataset, type TestDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeEndpoint } from "@/testing/builders/runs";

/** A judge with its first version, from a starting point with the changes of `spec`. */
export async function makeJudge({
  project,
  endpoint,
  origin = "plain.response",
  name = `Judge ${randomUUID().slice(0, 8)}`,
  spec,
}: {
  project: { id: string };
  endpoint?: { id: string };
  origin?: string;
  name?: string;
  spec?: Partial<JudgeSpec>;
}) {
  const admin = await makeMember("admin", { project });
  const of = endpoint ?? (await makeEndpoint({ project }));
  const start = startingPoint(origin);
  const made = await createJudge(
    admin.actor,
    project.id,
    NewJudge.parse({ name, origin, endpoint: of.id, ...(spec && { spec: { ...start?.spec, ...spec } }) }),
  );
  if (!made || "refused" in made) throw new Error(`no judge was made: ${JSON.stringify(made)}`);
  return { ...made, version: made.versions[0]?.id ?? "", endpoint: of.id, projectId: project.id, admin };
}

/** A panel of judges that are made for it unless they are given. */
export async function makePanel({
  project,
  members,
  rule = "majority",
  dataset = null,
}: {
  project: { id: string };
  members?: readonly string[];
  rule?: NewPanel["rule"];
  dataset?: string | null;
}) {
  const admin = await makeMember("admin", { project });
  const chosen = members ?? [
    (await makeJudge({ project })).version,
    (await makeJudge({ project, spec: { system: "Be strict." } })).version,
  ];
  const name = `Panel ${randomUUID().slice(0, 8)}`;
  const made = await createPanel(
    admin.actor,
    project.id,
    NewPanel.parse({ name, members: chosen, rule, dataset }),
  );
  if (!made || "refused" in made) throw new Error(`no panel was made: ${JSON.stringify(made)}`);
  return { ...made, version: made.versions[0]?.id ?? "", members: chosen, admin };
}

/** A further version of a judge. */
export async function makeJudgeVersion(
  judge: Pick<Awaited<ReturnType<typeof makeJudge>>, "id" | "admin" | "endpoint">,
  parent: string,
  spec: JudgeSpec,
) {
  const made = await createVersion(
    judge.admin.actor,
    judge.id,
    NewJudgeVersion.parse({ parent, spec, endpoint: judge.endpoint }),
  );
  if (!made || "refused" in made) throw new Error(`no version was made: ${JSON.stringify(made)}`);
  return made;
}

/** Independent overall scores of one person on every response of a dataset, with an explanation each. */
export async function makeLabels(
  dataset: TestDataset,
  label: (task: string) => number,
  {
    code = "A01",
    explanation = (task: string) => `Because of ${task}.`,
    exposure = "none" as "none" | "draft_first",
  } = {},
): Promise<void> {
  const { id: datasetId, projectId } = dataset;
  const { id: raterId } = await db.rater.create({
    data: { projectId, datasetId, kind: "human", code },
    select: { id: true },
  });
  const responses = await db.response.findMany({
    where: { datasetId },
    orderBy: [{ task: { position: "asc" } }, { position: "asc" }],
    select: { id: true, taskId: true, task: { select: { key: true } } },
  });
  await db.judgement.createMany({
    data: responses.map(({ id, taskId, task: { key } }, position) => ({
      ...{ datasetId, taskId, responseId: id, raterId, position, exposure, key: `${code}.${id}` },
      target: "overall" as const,
      value: label(key),
      metadata: { note: explanation(key) },
      submittedAt: new Date(Date.UTC(2026, 0, 1, 0, position)),
    })),
  });
}

/** A finished run of a version that gave each response a score, without calling a model. */
export async function makeJudged(
  judge: Pick<Awaited<ReturnType<typeof makeJudge>>, "admin">,
  version: string,
  dataset: TestDataset,
  value: (task: string) => number | null,
): Promise<void> {
  const { endpointId } = await db.judgeVersion.findUniqueOrThrow({ where: { id: version } });
  const design = { dataset: dataset.id, endpoint: endpointId, method: JUDGE_METHOD, params: { version } };
  // Not started, so that no worker takes its units.
  const run = await createRun(
    judge.admin.actor,
    dataset.projectId,
    NewRun.parse({ ...design, name: "Judged" }),
  );
  if (!run || "refused" in run) throw new Error(`no run was made: ${JSON.stringify(run)}`);
  const { method, methodVersion } = await db.draftRun.findUniqueOrThrow({ where: { id: run.id } });
  const rater = { projectId: dataset.projectId, kind: "llm" as const, code: `model of ${run.id}`, method };
  const { id: raterId } = await db.rater.create({ data: rater, select: { id: true } });
  const units = await db.draftUnit.findMany({ where: { runId: run.id }, include: { task: true } });
  await db.draft.createMany({
    data: units.map(({ id, taskId, responseId, task: { key } }, position) => {
      const given = value(key);
      return {
        ...{ datasetId: dataset.id, key: `${id}/overall`, position, taskId, responseId, raterId, unitId: id },
        ...{
          target: "overall" as const,
          method,
          condition: `v${methodVersion}`,
          lines: [`As judged: ${given}.`],
        },
        ...(given !== null && { value: given }),
      };
    }),
  });
  await db.draftUnit.updateMany({
    where: { runId: run.id },
    data: { state: "done", finishedAt: new Date() },
  });
  await db.draftRun.update({ where: { id: run.id }, data: { state: "done", finishedAt: new Date() } });
}

/** A dataset with one person's scores, split, and a judge that scored every response. */
export async function makeLabelled({
  project,
  tasks,
  label,
  value,
}: {
  project: { id: string };
  tasks: number;
  label: (task: string) => number;
  value: (task: string) => number | null;
}) {
  const dataset = await makeDataset({ project, tasks, drafts: false });
  await makeLabels(dataset, label);
  const judge = await makeJudge({ project });
  const split = await splitLabels(judge.admin.actor, dataset.id, NewLabelSplit.parse({}));
  if (!split || "refused" in split) throw new Error("the labels can be split");
  await makeJudged(judge, judge.version, dataset, value);
  return { dataset, judge, split };
}

/** An answered proposal with these instructions, without calling a model. */
export async function makeProposal(
  judge: Pick<Awaited<ReturnType<typeof makeJudge>>, "admin">,
  version: string,
  dataset: string,
  instructions: readonly string[],
) {
  const made = await requestProposal(judge.admin.actor, version, dataset);
  if (!made || "refused" in made) throw new Error(`no proposal was made: ${JSON.stringify(made)}`);
  await db.judgeProposal.update({ where: { id: made.id }, data: { state: "done", endedAt: new Date() } });
  return db.judgeInstruction.createManyAndReturn({
    data: instructions.map((text, position) => ({ proposalId: made.id, position, text })),
  });
}
