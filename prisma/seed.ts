import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Member } from "@/lib/auth/actor";
import { hashPassword } from "@/lib/auth/password";
import { createBatch } from "@/lib/batch/data/batches";
import { openBatch } from "@/lib/batch/data/open-batch";
import { NewBatch } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { importStudyFile } from "@/lib/dataset/import/upload";
import type { Exposure } from "@/lib/judgement/schema";
import { OVERALL } from "@/lib/judgement/schema/units";
import { claim } from "@/lib/participation/data/claim";
import type { Role } from "@/lib/project/schema";
import { DEFAULT_SETTINGS, protocolOf } from "@/lib/protocol/rules/presets";
import type { PresetId } from "@/lib/protocol/schema";
import { findAssignment } from "@/lib/review/data/assignments";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import type { Op } from "@/lib/review/schema/operation";
import type { StepFrame } from "@/lib/review/schema/stimulus";
import { judgeItem, type Profile, profiles, reviewChecklist } from "@/prisma/demo/annotators";
import { makeRecordedEndpoint } from "@/prisma/demo/recorded-calls";
import { seedJudge } from "@/prisma/demo/recorded-judge";
import { seedRefinement } from "@/prisma/demo/recorded-refinement";
import { type SampleTask, sampleTasks, studyFile } from "@/prisma/demo/study";
import { makeMember, makeUser, type TestUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

export interface SignIn {
  role: string;
  email: string;
  password: string;
}

const SEED = 42;
const DOMAIN = "demo.example";
const PEOPLE = [
  { role: "site admin", email: `site@${DOMAIN}`, name: "Sam Ortiz" },
  { role: "admin", email: `admin@${DOMAIN}`, name: "Ada Lind" },
  { role: "researcher", email: `researcher@${DOMAIN}`, name: "Rhea Novak" },
  { role: "annotator", email: `annotator@${DOMAIN}`, name: "Noor Vance" },
] as const;

interface SampleBatch {
  name: string;
  preset: PresetId;
  /** The arms differ in when the draft is shown. */
  arms: { name: string; exposure: Exposure; k: number }[];
  guidelines: string;
  /** Sample annotators, and the share of the subjects each of them does. */
  work: { profile: Profile; share: number }[];
}

const BATCHES: SampleBatch[] = [
  {
    name: "Scores with and without drafts",
    preset: "criterion-scoring",
    arms: [
      { name: "With draft", exposure: "draft-first", k: 2 },
      { name: "Without draft", exposure: "none", k: 2 },
    ],
    guidelines:
      "Read the whole response before anything else.\n\n" +
      "Where there is a draft, decide on **each** of its lines: accept it, revise it, or remove it. Then give the " +
      "score *you* find right, whatever the draft says. Add a line for evidence that is not mentioned.",
    work: [
      { profile: profiles.priya, share: 0.75 },
      { profile: profiles.jonas, share: 0.7 },
      { profile: profiles.mei, share: 0.8 },
      { profile: profiles.tomas, share: 0.75 },
    ],
  },
  {
    name: "Checklist answers, no drafts",
    preset: "checklist-answering",
    arms: [{ name: "A", exposure: "none", k: 3 }],
    guidelines: "Answer from the response alone. **Yes** means the requirement is met in full.",
    work: [
      { profile: profiles.priya, share: 1 },
      { profile: profiles.jonas, share: 1 },
      { profile: profiles.leila, share: 1 },
    ],
  },
  {
    name: "Checklist review",
    preset: "checklist-review",
    arms: [{ name: "A", exposure: "draft-first", k: 3 }],
    guidelines:
      "A good question can be answered **yes** or **no** from the response alone, and asks for one thing the " +
      "instruction requires. Reword what is vague, remove what is not required or asked twice, add what is missing.",
    work: [
      { profile: profiles.priya, share: 0.6 },
      { profile: profiles.mei, share: 0.5 },
      { profile: profiles.tomas, share: 0.65 },
    ],
  },
];

/**
 * Loads the demo project once: the sample study, three batches and the sample annotators' work, created
 * through the same functions that serve the browser. Everything in it is labelled sample data. Returns one
 * sign-in per role; an existing demo gets new passwords, an incomplete one is recreated.
 */
export async function seedDemo(report: (what: string) => void = () => {}): Promise<SignIn[]> {
  if (await db.installation.findUnique({ where: { key: "demo" } })) return renewPasswords();
  await eraseLeftovers();

  report("the sample study");
  const project = await makeProject({ name: "Countersign demo", sample: true });
  const passwords = PEOPLE.map(() => newPassword());
  const people = new Map<string, TestUser>();
  for (const [index, { role, email, name }] of PEOPLE.entries()) {
    const user = await makeUser({
      email,
      name,
      password: passwords[index],
      siteAdmin: role === "site admin",
    });
    people.set(role, user);
  }
  const member = async <R extends Role>(role: R) =>
    makeMember(role, { project, user: known(people.get(role)) });
  const [admin, , annotator] = [await member("admin"), await member("researcher"), await member("annotator")];
  const study = await importStudyFile(project.id, [readFileSync(studyFile)], {
    fileName: "sample-study.jsonl",
    sample: true,
  });
  if ("failure" in study) throw new Error(`the sample study was not imported: ${study.failure}`);

  const annotators = new Map<string, { actor: Member<"annotator">; membershipId: string }>();
  for (const { id, name } of Object.values(profiles)) {
    const user = await makeUser({ name, email: `${id}@${DOMAIN}` });
    annotators.set(id, await makeMember("annotator", { project, user }));
  }
  const tasks = sampleTasks();
  for (const batch of BATCHES) {
    const workers = batch.work.map(({ profile }) => known(annotators.get(profile.id)));
    // Demo users find work in the unfinished batches.
    const isDone = batch.work.every(({ share }) => share === 1);
    const named = isDone ? workers : [annotator, ...workers];
    const id = await open(admin.actor, project.id, study.datasetId, batch, named);
    await Promise.all(
      batch.work.map(async ({ profile, share }) => {
        const { actor } = known(annotators.get(profile.id));
        const subjects = batch.preset === "checklist-review" ? tasks.length : tasks.length * 2;
        for (let done = 0; done < Math.round(subjects * share); done++) {
          if (!(await work(actor, id, profile, tasks))) break;
          report(`${batch.name}: ${profile.name}, ${done + 1} assignments`);
        }
      }),
    );
  }
  report("a judge with recorded answers");
  const endpoint = await makeRecordedEndpoint(project.id);
  const recorded = { projectId: project.id, datasetId: study.datasetId, endpoint };
  await seedJudge(admin.actor, recorded, tasks);
  report("a recorded refinement");
  await seedRefinement(admin.actor, recorded);
  await db.installation.create({ data: { key: "demo", value: { project: project.id } } });
  return PEOPLE.map(({ role, email }, index) => ({ role, email, password: passwords[index] ?? "" }));
}

function newPassword(): string {
  return randomBytes(9).toString("base64url");
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the sample data names somebody who is not in it");
  return value;
}

async function renewPasswords(): Promise<SignIn[]> {
  const signIns: SignIn[] = [];
  for (const { role, email } of PEOPLE) {
    const password = newPassword();
    const passwordHash = await hashPassword(password);
    const { count } = await db.user.updateMany({ where: { email }, data: { passwordHash } });
    if (count > 0) signIns.push({ role, email, password });
  }
  return signIns;
}

/** Deletes an incomplete demo. It has no user's work: its sign-ins were never shown. */
async function eraseLeftovers(): Promise<void> {
  const users = await db.user.findMany({
    where: { email: { endsWith: `@${DOMAIN}` } },
    select: { id: true },
  });
  if (users.length === 0) return;
  const ids = users.map(({ id }) => id);
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT set_config('countersign.erasing', 'on', true)`;
    const projects = await tx.project.findMany({
      where: { sample: true, name: "Countersign demo" },
      select: { id: true },
    });
    for (const { id } of projects) {
      await tx.batch.deleteMany({ where: { projectId: id } });
      await tx.membership.deleteMany({ where: { projectId: id } });
      await tx.dataset.deleteMany({ where: { projectId: id } });
      await tx.project.delete({ where: { id } });
    }
    await tx.user.deleteMany({ where: { id: { in: ids } } });
  });
}

async function open(
  admin: Member<"admin">,
  project: string,
  dataset: string,
  { name, preset, arms, guidelines }: SampleBatch,
  annotators: { membershipId: string }[],
): Promise<string> {
  const batch = await createBatch(
    admin,
    NewBatch.parse({
      project,
      dataset,
      name,
      preset,
      arms: arms.map(({ exposure, ...arm }) => ({
        ...arm,
        steps: protocolOf(preset, { ...DEFAULT_SETTINGS, exposure }).steps,
        exposure: null,
      })),
      annotators: annotators.map(({ membershipId }) => membershipId),
      guidelines,
    }),
  );
  if (!batch || "refused" in batch) throw new Error(`${name} was not made: ${batch?.refused}`);
  const opened = await openBatch(admin, batch.id);
  if (!opened || "refused" in opened) throw new Error(`${name} was not opened: ${opened?.refused}`);
  return batch.id;
}

/**
 * One assignment from claim to submission, as an annotator would do it. Returns false when nothing is left.
 */
async function work(
  actor: Member<"annotator">,
  batch: string,
  profile: Profile,
  tasks: SampleTask[],
): Promise<boolean> {
  const got = await claim(actor, batch);
  if (!got || "refused" in got || got.status === "none") return false;
  const { id, lease } = got.assignment;
  const [view, place] = await Promise.all([
    findAssignment(actor, id),
    db.assignment.findUniqueOrThrow({
      where: { id },
      select: {
        subject: { select: { task: { select: { key: true } }, response: { select: { key: true } } } },
      },
    }),
  ]);
  if (!view) throw new Error(`assignment ${id} is not its annotator's`);
  const task = known(tasks.find((one) => one.id === place.subject.task.key));
  let { frame, version } = view;
  for (let step = 0; step < frame.steps.length; step++) {
    const ops = operationsOf(known(frame.steps[step]), task, place.subject.response?.key ?? null, profile);
    if (ops.length === 0) continue;
    const saved = await recordOps(actor, id, { lease, base: version, ops });
    if (!saved || "refused" in saved)
      throw new Error(`sample work was not recorded: ${JSON.stringify(saved)}`);
    // A step that unlocks after the previous ones shows its draft only then.
    frame = saved.revealed ?? frame;
    version = saved.version;
  }
  const submitted = await submit(actor, id, { lease, base: version });
  if (!submitted || "refused" in submitted)
    throw new Error(`sample work was not submitted: ${JSON.stringify(submitted)}`);
  return true;
}

type Unstamped = Op extends infer One ? (One extends Op ? Omit<One, "op" | "at"> : never) : never;

function operationsOf(step: StepFrame, task: SampleTask, response: string | null, profile: Profile): Op[] {
  const at = new Date().toISOString();
  return unstamped(step, task, response, profile).map(
    (operation) => ({ op: randomUUID(), at, ...operation }) as Op,
  );
}

function unstamped(
  step: StepFrame,
  task: SampleTask,
  response: string | null,
  profile: Profile,
): Unstamped[] {
  switch (step.type) {
    case "ask":
    case "prefer":
    case "label":
      return [];
    case "rubric":
      return step.rubrics.flatMap(({ key }) => reviewing(task, key, profile));
    case "score":
      return judging(OVERALL, step.exposure, step.draft !== null, task, response, profile);
    case "judge":
      return step.items.flatMap(({ key, draft }) =>
        judging(key, step.exposure, draft !== null, task, response, profile),
      );
  }
}

function reviewing(task: SampleTask, rubric: string, profile: Profile): Unstamped[] {
  return reviewChecklist(task.id, task.checklist, profile, SEED).flatMap((decision): Unstamped[] => {
    const on = decision.action === "add" ? `rubric:${rubric}` : decision.item;
    const time: Unstamped = {
      type: "time",
      spent: [{ on, activeMs: Math.round(decision.activeMs), idleMs: 0 }],
    };
    if (decision.action === "add")
      return [{ type: "add", target: { rubric }, as: randomUUID(), text: decision.text }, time];
    const { item, action } = decision;
    return [
      {
        type: "decide",
        target: { item },
        action,
        ...(decision.action === "revise" && { text: decision.text }),
        ...(decision.action !== "accept" && { reason: decision.reason }),
      },
      time,
    ];
  });
}

function judging(
  item: string,
  exposure: Exposure,
  isShown: boolean,
  task: SampleTask,
  response: string | null,
  profile: Profile,
): Unstamped[] {
  const answered = known(task.responses.find((one) => one.id === response));
  const draft = known(answered.drafts.find((one) => one.item === item));
  const sight = exposure === "none" ? "none" : "draft-first";
  const judged = judgeItem({ draft, response: answered.text }, sight, profile, SEED);
  const lines = judged.lines.flatMap((line): Unstamped[] => {
    if (line.action === "add")
      return [{ type: "add", target: { item, lines: true }, as: randomUUID(), text: line.text }];
    if (!isShown) return [];
    return [
      {
        type: "decide",
        target: { item, line: line.line },
        action: line.action,
        ...(line.action === "revise" && { text: line.text }),
        ...(line.action !== "accept" && { reason: line.reason }),
      },
    ];
  });
  const value: Unstamped =
    item === OVERALL
      ? { type: "score", value: Number(judged.value) }
      : { type: "answer", item, value: judged.value };
  const spent = [{ on: item, activeMs: Math.round(judged.activeMs), idleMs: 0 }];
  return [...lines, value, { type: "time", spent }];
}
