import { randomInt, randomUUID } from "node:crypto";
import type { z } from "zod";
import {
  type AccessLevel,
  actAs,
  type Member,
  type SignedIn,
  type SiteAdmin,
  signedIn,
} from "@/lib/auth/actor";
import { createPasswordLink } from "@/lib/auth/data";
import { hashPassword } from "@/lib/auth/password";
import { DAY } from "@/lib/auth/rules";
import type { TokenScope } from "@/lib/auth/schema";
import { openSession, sealSession, sessionCookie } from "@/lib/auth/sessions";
import { createToken } from "@/lib/auth/tokens";
import { createBatch, moveBatch, openBatch } from "@/lib/batch/data/batches";
import { type Arms, NewBatch } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { createRun } from "@/lib/drafting/data/runs";
import { NewRun } from "@/lib/drafting/schema/runs";
import { env } from "@/lib/env";
import type { EventName } from "@/lib/events/schema";
import type { Language } from "@/lib/i18n/schema";
import { invite } from "@/lib/invitation/data";
import { claim } from "@/lib/participation/data/claim";
import { createParticipationLink } from "@/lib/participation/data/links";
import { createMembership } from "@/lib/project/data";
import type { Role } from "@/lib/project/schema";
import { DEFAULT_SETTINGS, protocolOf } from "@/lib/protocol/rules/presets";
import type { RubricKind, Settings } from "@/lib/protocol/schema";
import { markGold } from "@/lib/quality/data/gold";
import { publishCard } from "@/lib/study/data/cards";
import { freezeVersion } from "@/lib/study/data/freeze";
import { freezeStudy } from "@/lib/study/data/studies";
import { createWebhook } from "@/lib/webhook/data/webhooks";
import { NewWebhook } from "@/lib/webhook/schema";
import type { Prisma } from "@/prisma/generated/client/client";

/* Builders for tests, e2e and the seed. Each creates one working record from minimal arguments; the test
   states what it is about. Names are random to avoid collisions. */

const FIRST = ["Ada", "Bo", "Chidi", "Dilek", "Edda", "Femi", "Grete", "Hana", "Ines", "Jun", "Kofi", "Lena"];
const LAST = [
  "Abe",
  "Berg",
  "Costa",
  "Diallo",
  "Ek",
  "Fuchs",
  "Garg",
  "Holm",
  "Ito",
  "Juarez",
  "Kaya",
  "Lund",
];

let dealt = randomInt(FIRST.length * LAST.length);

/** A name not used before in this process, for the first 144 people. */
function newName(): string {
  // 89 is coprime to 144: every pair occurs once before the cycle repeats.
  dealt = (dealt + 89) % (FIRST.length * LAST.length);
  return `${FIRST[dealt % FIRST.length]} ${LAST[Math.floor(dealt / FIRST.length)]}`;
}

export interface TestUser {
  id: string;
  email: string;
  name: string;
  /** As if just signed in. */
  actor: SignedIn;
}

/** A person with an account. Hashing a password is slow, so there is none unless requested. */
export async function makeUser({
  name = newName(),
  email = `${name.toLowerCase().replace(/\W+/g, ".")}.${randomUUID().slice(0, 8)}@example.org`,
  password,
  siteAdmin = false,
  disabled = false,
  language = null,
}: {
  name?: string;
  email?: string;
  password?: string;
  siteAdmin?: boolean;
  disabled?: boolean;
  language?: Language | null;
} = {}): Promise<TestUser> {
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const disabledAt = disabled ? new Date() : null;
  const { id } = await db.user.create({
    data: { name, email, passwordHash, siteAdmin, disabledAt, language },
  });
  const actor = signedIn({
    userId: id,
    email,
    name,
    isSiteAdmin: siteAdmin,
    language,
    sessionId: null,
    scopes: null,
    onlyProject: null,
  });
  return { id, email, name, actor };
}

export async function makeSiteAdmin(
  options: { password?: string } = {},
): Promise<Omit<TestUser, "actor"> & { actor: SiteAdmin }> {
  const user = await makeUser({ ...options, siteAdmin: true });
  return { ...user, actor: { ...user.actor, isSiteAdmin: true } };
}

/** A signed-in browser: its cookie, as Playwright's `context.addCookies` takes it. */
export async function makeSession(user: { id: string }, now = new Date()) {
  const sid = await openSession(user.id, now);
  const { name, options } = sessionCookie();
  return {
    sid,
    cookie: {
      name,
      value: await sealSession(sid),
      domain: new URL(env().APP_URL).hostname,
      path: options.path,
      httpOnly: options.httpOnly,
      secure: options.secure,
      sameSite: "Lax" as const,
    },
  };
}

/** An API token of a user. */
export async function makeToken(
  user: { actor: SignedIn },
  {
    days = 30,
    scopes,
    project = null,
    now = new Date(),
  }: { days?: number; scopes?: readonly TokenScope[]; project?: string | null; now?: Date } = {},
) {
  const made = await createToken(user.actor, { name: "test", days, scopes, project }, now);
  if ("refused" in made) throw new Error(made.refused);
  return { id: made.id, token: made.token };
}

/** Path of a link to set a user's password. */
export async function makePasswordLink(user: { id: string }): Promise<string> {
  const link = await createPasswordLink((await makeSiteAdmin()).actor, user.id);
  if (!link) throw new Error("no link for an account that is not there, or disabled");
  return new URL(link.url).pathname;
}

export interface TestProject {
  id: string;
  name: string;
}

export async function makeProject({
  name = `Study ${randomUUID().slice(0, 8)}`,
  sample = false,
  archived = false,
}: {
  name?: string;
  sample?: boolean;
  archived?: boolean;
} = {}): Promise<TestProject> {
  const archivedAt = archived ? new Date(Date.now() - DAY) : null;
  const { id } = await db.project.create({ data: { name, sample, archivedAt } });
  return { id, name };
}

export interface TestMember<S extends AccessLevel> extends Omit<TestUser, "actor"> {
  /** Acting with the rights of the role. */
  actor: Member<S>;
  projectId: string;
  membershipId: string;
  /** Rater id in judgements. */
  raterId: string;
  pseudonym: string;
}

/** A member of a project, with a new account unless one is given. */
export async function makeMember<R extends Role>(
  role: R,
  { project, user, disabled = false }: { project?: { id: string }; user?: TestUser; disabled?: boolean } = {},
): Promise<TestMember<R>> {
  const projectId = (project ?? (await makeProject())).id;
  const person = user ?? (await makeUser());
  const membership = await db.$transaction((tx) =>
    createMembership(tx, null, { projectId, userId: person.id, role }),
  );
  const { raterId } = await db.membership.update({
    where: { id: membership.id },
    data: { disabledAt: disabled ? new Date() : null },
  });
  return {
    ...person,
    actor: actAs(person.actor, role),
    projectId,
    membershipId: membership.id,
    raterId,
    pseudonym: membership.pseudonym,
  };
}

/** An invitation to a project, with the secret of its link. */
export async function makeInvitation(
  project: { id: string },
  { email = `${randomUUID()}@example.org`, role = "annotator" as Role } = {},
) {
  const { actor } = await makeSiteAdmin();
  const made = await invite(actAs(actor, "admin"), project.id, { people: email, role });
  const invitation = made && "invitations" in made ? made.invitations[0] : undefined;
  if (!invitation) throw new Error("nobody was invited");
  return { ...invitation, token: invitation.url.slice(invitation.url.lastIndexOf("/") + 1) };
}

export interface TestDataset {
  id: string;
  projectId: string;
}

const words: Record<RubricKind, string> = {
  checklist: "Does the response answer the question?",
  criteria: "Is easy to follow",
};

/** Adds responses to the tasks of a dataset, a list of texts per task. Returns the tasks' ids. */
export async function addResponses(
  dataset: { id: string },
  texts: readonly (readonly string[])[],
): Promise<string[]> {
  const tasks = await db.task.findMany({ where: { datasetId: dataset.id }, orderBy: { position: "asc" } });
  await db.response.createMany({
    data: tasks.flatMap(({ id, key }, n) =>
      (texts[n] ?? []).map((text, position) => ({
        ...{ taskId: id, datasetId: dataset.id, key: `${key}.${position}`, text, position },
      })),
    ),
  });
  return tasks.map(({ id }) => id);
}

/**
 * A complete study: tasks with responses by one model, and for every task a checklist or criteria with the
 * given number of items, each with a drafted value and two explanation lines for every response.
 */
export async function makeDataset({
  project,
  name = `Dataset ${randomUUID().slice(0, 8)}`,
  tasks = 3,
  responses = 1,
  checklist = 0,
  criteria = 0,
  pointLabels = [],
  drafts = true,
  overallDrafts = false,
  sample = false,
  wording = {},
}: {
  project?: { id: string };
  name?: string;
  tasks?: number;
  responses?: number;
  checklist?: number;
  criteria?: number;
  /** Labels of the points of each criterion. */
  pointLabels?: readonly Record<string, string>[];
  drafts?: boolean;
  overallDrafts?: boolean;
  sample?: boolean;
  /** Replaces the default instruction, response and checklist question texts. */
  wording?: { instruction?: string; response?: string; question?: string };
} = {}): Promise<TestDataset> {
  const projectId = (project ?? (await makeProject())).id;
  const dataset = await db.dataset.create({
    data: { projectId, name, sample, state: "ready", readyAt: new Date() },
  });
  const datasetId = dataset.id;
  const drafter = await db.rater.create({ data: { projectId, datasetId, kind: "llm", code: "drafter-1" } });

  const made = Array.from({ length: tasks }, (_, n) => ({
    id: randomUUID(),
    datasetId,
    key: `t${n + 1}`,
    position: n,
    instruction: wording.instruction ?? `Explain topic ${n + 1} to a child.`,
    tags: [],
  }));
  await db.task.createMany({ data: made });
  const answers = made.flatMap((task) =>
    Array.from({ length: responses }, (_, n) => ({
      id: randomUUID(),
      datasetId,
      taskId: task.id,
      key: `${task.key}.r${n + 1}`,
      position: n,
      model: `model-${n + 1}`,
      text: wording.response ?? `Topic ${task.position + 1} is simple, said model ${n + 1}.`,
    })),
  );
  await db.response.createMany({ data: answers });

  const proposed: Prisma.DraftCreateManyInput[] = [];
  const propose = (response: (typeof answers)[number], itemId: string | null, value: string | number) =>
    proposed.push({
      datasetId,
      key: `d${proposed.length + 1}`,
      position: proposed.length,
      taskId: response.taskId,
      target: itemId ? "item" : "overall",
      responseId: response.id,
      itemId,
      raterId: drafter.id,
      value,
      lines: ["It names the topic.", `So the value is ${value}.`],
      scoreLine: 1,
    });
  for (const [kind, items] of [
    ["checklist", checklist],
    ["criteria", criteria],
  ] as const) {
    if (items === 0) continue;
    for (const task of made) {
      const rubric = await db.rubric.create({
        data: {
          datasetId,
          taskId: task.id,
          key: `${task.key}.${kind}`,
          position: 0,
          kind,
          versions: { create: { version: 1, origin: "llm", model: "drafter-1" } },
          items: {
            create: Array.from({ length: items }, (_, n) => ({ key: `${task.key}.${kind}.${n + 1}` })),
          },
        },
        include: { versions: true, items: { orderBy: { key: "asc" } } },
      });
      await db.itemVersion.createMany({
        data: rubric.items.map((item, position) => ({
          itemId: item.id,
          rubricId: rubric.id,
          rubricVersionId: rubric.versions[0]?.id ?? "",
          position,
          name: kind === "criteria" ? `Criterion ${position + 1}` : null,
          text: (kind === "checklist" && wording.question) || words[kind],
          scale:
            kind === "checklist"
              ? { type: "yesno" }
              : { type: "points", min: 1, max: 5, labels: pointLabels[position] },
        })),
      });
      if (!drafts) continue;
      for (const response of answers.filter(({ taskId }) => taskId === task.id)) {
        for (const item of rubric.items) propose(response, item.id, kind === "checklist" ? "yes" : 4);
      }
    }
  }
  if (overallDrafts) for (const response of answers) propose(response, null, 4);
  await db.draft.createMany({ data: proposed });
  return { id: datasetId, projectId };
}

/** An endpoint, without a key, with limits high enough for tests. */
export async function makeEndpoint({
  project,
  ...data
}: { project?: { id: string } } & Partial<Omit<Prisma.LlmEndpointUncheckedCreateInput, "projectId">> = {}) {
  const projectId = (project ?? (await makeProject())).id;
  return db.llmEndpoint.create({
    data: {
      projectId,
      name: `Endpoint ${randomUUID().slice(0, 8)}`,
      provider: "openai_compatible",
      baseUrl: "https://models.example.org/v1",
      model: "model-1",
      requestsPerMinute: 6000,
      concurrency: 8,
      bearable: 8,
      ...data,
    },
  });
}

/** A webhook for all events of a project, with its secret. */
export async function makeWebhook({
  project,
  url = `https://hooks.example.org/${randomUUID()}`,
  ...options
}: {
  project?: { id: string };
  url?: string;
  events?: EventName[];
} = {}) {
  const { id: projectId } = project ?? (await makeProject());
  const admin = actAs((await makeSiteAdmin()).actor, "admin");
  const made = await createWebhook(admin, projectId, NewWebhook.parse({ url, ...options }));
  if (!made || "refused" in made) throw new Error(`no webhook was made: ${JSON.stringify(made)}`);
  return { ...made, projectId, admin };
}

/** A run over every task with a checklist or every response, as the method requires. Not started. */
export async function makeRun({
  project,
  dataset,
  endpoint,
  state = "draft",
  ...design
}: {
  project?: { id: string };
  dataset?: { id: string; projectId: string };
  endpoint?: { id: string };
  state?: "draft" | "running" | "paused";
} & Partial<Pick<NewRun, "method" | "params" | "selection" | "maxCalls" | "maxCostMicros">> = {}) {
  const made = dataset ?? (await makeDataset({ project, tasks: 1, checklist: 1 }));
  const admin = await makeMember("admin", { project: { id: made.projectId } });
  const run = await createRun(
    admin.actor,
    made.projectId,
    NewRun.parse({
      name: "Run",
      dataset: made.id,
      endpoint: (endpoint ?? (await makeEndpoint({ project: { id: made.projectId } }))).id,
      method: "tick.generate",
      ...design,
    }),
  );
  if (!run || "refused" in run) throw new Error(`no run was made: ${JSON.stringify(run)}`);
  if (state !== "draft") {
    await db.draftRun.update({ where: { id: run.id }, data: { state, startedAt: new Date() } });
  }
  return { id: run.id, units: run.units, datasetId: made.id, projectId: made.projectId, admin };
}

export interface TestBatch {
  id: string;
  projectId: string;
}

/** Gold for every item of the first responses of a dataset, always the same, as an admin marks it. */
export async function makeGold(
  dataset: TestDataset,
  {
    responses,
    value = "no",
    explanation = "",
  }: { responses: number } & { value?: "yes" | "no" | "na" | number; explanation?: string },
): Promise<void> {
  const { actor } = await makeSiteAdmin();
  const rows = await db.response.findMany({
    where: { datasetId: dataset.id },
    orderBy: [{ task: { position: "asc" } }, { position: "asc" }],
    take: responses,
    select: { id: true, task: { select: { rubrics: { select: { items: { select: { id: true } } } } } } },
  });
  for (const { id, task } of rows)
    for (const item of task.rubrics.flatMap(({ items }) => items))
      await markGold(actAs(actor, "admin"), dataset.id, {
        response: id,
        item: item.id,
        value,
        explanation,
      });
}

/**
 * A batch of a dataset (created if none is given), opened unless it is to stay a draft. One arm with a
 * preset's steps and k raters unless arms are given; annotators may join later, so few are enough to open it.
 */
export async function makeBatch({
  dataset,
  annotators = [],
  name = `Batch ${randomUUID().slice(0, 8)}`,
  preset = "direct-scoring",
  settings = {},
  k = 1,
  arms = [{ name: "A", k, exposure: null, steps: stepsOf(preset, settings) }],
  open = true,
  ...design
}: Partial<Omit<NewBatch, "project" | "dataset" | "annotators" | "quality">> & {
  dataset?: TestDataset;
  /** Quality settings; all off by default. */
  quality?: z.input<typeof NewBatch>["quality"];
  annotators?: { membershipId: string }[];
  settings?: Partial<Settings>;
  k?: number;
  arms?: Arms;
  open?: boolean;
} = {}): Promise<TestBatch> {
  const { id: datasetId, projectId } = dataset ?? (await makeDataset());
  const { actor } = await makeSiteAdmin();
  const admin = actAs(actor, "admin");
  const batch = await createBatch(
    admin,
    NewBatch.parse({
      project: projectId,
      dataset: datasetId,
      name,
      preset,
      arms,
      annotators: annotators.map(({ membershipId }) => membershipId),
      joinLater: true,
      ...design,
    }),
  );
  if (!batch || "refused" in batch) throw new Error(`no batch was made: ${batch?.refused}`);
  if (open) {
    const opened = await openBatch(admin, batch.id);
    if (!opened || "refused" in opened) throw new Error(`the batch was not opened: ${opened?.refused}`);
  }
  return { id: batch.id, projectId };
}

/** Steps of a preset with settings; without drafts by default. */
export function stepsOf(preset: NewBatch["preset"], settings: Partial<Settings> = {}) {
  return protocolOf(preset, { ...DEFAULT_SETTINGS, exposure: "none", ...settings }).steps;
}

/** A participation link of a batch; its token is the last part of the address. */
export async function makeParticipationLink(
  batch: { id: string },
  {
    quota = 10,
    share = null as number | null,
    completionCode = "C1DONE",
    expiresAt = null as Date | null,
  } = {},
) {
  const { actor } = await makeSiteAdmin();
  const made = await createParticipationLink(actAs(actor, "admin"), batch.id, {
    name: "Prolific",
    quota,
    share,
    completionCode,
    completionUrl: null,
    screenedCode: null,
    screenedUrl: null,
    personParameter: "PROLIFIC_PID",
    studyParameter: "STUDY_ID",
    sessionParameter: "SESSION_ID",
    consent: "",
    expiresAt,
  });
  if (!made || "refused" in made) throw new Error(`no link was made: ${made?.refused}`);
  return { ...made, token: made.url.slice(made.url.lastIndexOf("/") + 1) };
}

/**
 * An annotator's past work in a batch: submitted assignments without judgements, and one in progress if
 * requested. Returns their ids.
 */
export async function makeProgress(
  annotator: TestMember<"annotator">,
  batch: TestBatch,
  { submitted = 0, open = false }: { submitted?: number; open?: boolean },
): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < submitted + Number(open); n += 1) {
    const claimed = await claim(annotator.actor, batch.id);
    if (!claimed || !("assignment" in claimed)) throw new Error("nothing was claimed");
    const { id } = claimed.assignment;
    ids.push(id);
    if (n === submitted) break;
    await db.assignment.update({
      where: { id },
      data: { state: "submitted", submittedAt: new Date(), lease: null, leaseUntil: null },
    });
  }
  return ids;
}

/** A drafted preference between the first two responses. */
export async function makePreferenceDraft(
  dataset: { id: string },
  said: { value: string | number; lines: string[] },
): Promise<{ responseId: string; responseBId: string }> {
  const { id: raterId } = await db.rater.findFirstOrThrow({ where: { datasetId: dataset.id, kind: "llm" } });
  const [one, other] = await db.response.findMany({
    where: { datasetId: dataset.id },
    orderBy: { key: "asc" },
    take: 2,
  });
  if (!one || !other) throw new Error("a preference is between two responses");
  const pair = { responseId: one.id, responseBId: other.id };
  await db.draft.create({
    data: {
      ...said,
      datasetId: dataset.id,
      key: "preference",
      position: 0,
      taskId: one.taskId,
      target: "preference",
      ...pair,
      raterId,
    },
  });
  return pair;
}

/** The stored records of a batch, to compare with what was done in the browser. */
export async function storedIn(batch: { id: string }) {
  const where = { batchId: batch.id };
  const [judgements, decisions, labellings, answers, operations] = await Promise.all([
    db.judgement.findMany({
      where,
      orderBy: [{ submittedAt: "asc" }, { step: "asc" }, { shown: "asc" }],
      include: { lines: { orderBy: { line: "asc" } } },
    }),
    db.decision.findMany({ where: { ...where, judgementId: null }, orderBy: { position: "asc" } }),
    db.labelling.findMany({ where, orderBy: [{ submittedAt: "asc" }, { step: "asc" }, { shown: "asc" }] }),
    db.askAnswer.findMany({ where, select: { question: true, value: true } }),
    db.operation.findMany({ where: { assignment: where }, orderBy: { seq: "asc" } }),
  ]);
  return { judgements, decisions, labellings, answers, operations };
}

/** A submission without results. */
async function makeSubmission(
  batch: TestBatch,
  subject: { id: string; position: number },
  annotator: { raterId: string },
  items: readonly { rubricVersionId: string }[],
) {
  const arm = await db.arm.findFirstOrThrow({ where: { batchId: batch.id } });
  const slot = await db.slot.findFirstOrThrow({
    where: { subjectId: subject.id, armId: arm.id, assignmentId: null },
  });
  const rubricVersions = [...new Set(items.map((item) => item.rubricVersionId))];
  const assignment = await db.assignment.create({
    data: {
      batchId: batch.id,
      subjectId: subject.id,
      armId: arm.id,
      slotId: slot.id,
      raterId: annotator.raterId,
      state: "submitted",
      submittedAt: new Date(),
      submittedVersion: 0,
      position: subject.position + 1,
      order: { shown: { arm: arm.id, drafts: [], rubricVersions } },
    },
  });
  await db.slot.update({ where: { id: slot.id }, data: { assignmentId: assignment.id } });
  return assignment;
}

/** A review of a rubric's items: "accept", "remove", or a revised text; and additions. */
export interface TestReview {
  items: string[];
  added?: string[];
}

/** Submitted reviews in a batch that reviews rubrics: for each subject, one per annotator. */
export async function makeReviews(
  batch: TestBatch,
  annotators: readonly { raterId: string }[],
  reviews: (subject: number) => readonly TestReview[],
): Promise<void> {
  const { datasetId } = await db.batch.findUniqueOrThrow({
    where: { id: batch.id },
    select: { datasetId: true },
  });
  const arm = await db.arm.findFirstOrThrow({ where: { batchId: batch.id } });
  const subjects = await db.subject.findMany({ where: { batchId: batch.id }, orderBy: { position: "asc" } });
  for (const [at, subject] of subjects.entries()) {
    const items = await db.itemVersion.findMany({
      where: {
        rubricVersion: { batches: { some: { batchId: batch.id } }, rubric: { taskId: subject.taskId } },
      },
      orderBy: { position: "asc" },
      include: { item: true },
    });
    for (const [who, review] of reviews(at).entries()) {
      const annotator = annotators[who];
      if (!annotator) continue;
      const assignment = await makeSubmission(batch, subject, annotator, items);
      const common = {
        datasetId,
        batchId: batch.id,
        assignmentId: assignment.id,
        armId: arm.id,
        arm: arm.name,
        step: 0,
        raterId: annotator.raterId,
        exposure: "draft_first" as const,
        rubricId: items[0]?.rubricId ?? "",
        at: new Date(),
      };
      await db.decision.createMany({
        data: [
          ...review.items.map((what, position) => ({
            ...common,
            position,
            itemId: items[position]?.itemId,
            itemKey: items[position]?.item.key,
            action:
              what === "accept" || what === "remove" ? (what as "accept" | "remove") : ("revise" as const),
            text: what === "accept" || what === "remove" ? null : what,
          })),
          ...(review.added ?? []).map((text, position) => ({
            ...common,
            position: review.items.length + position,
            itemKey: randomUUID(),
            action: "add" as const,
            text,
            scale: items[0]?.scale ?? { type: "yesno" },
          })),
        ],
      });
    }
  }
}

/**
 * Submitted judgements in a batch that scores items: for each subject in the batch's order, one value per
 * annotator (null for none). Every item of the subject gets the same value, or its response an overall score.
 */
export async function makeVotes(
  batch: TestBatch,
  annotators: readonly { raterId: string; membershipId: string }[],
  values: (subject: number) => readonly (string | number | null)[],
  { flagged = false, overall = false }: { flagged?: boolean; overall?: boolean } = {},
): Promise<void> {
  const { datasetId } = await db.batch.findUniqueOrThrow({
    where: { id: batch.id },
    select: { datasetId: true },
  });
  const arm = await db.arm.findFirstOrThrow({ where: { batchId: batch.id } });
  const subjects = await db.subject.findMany({ where: { batchId: batch.id }, orderBy: { position: "asc" } });
  for (const [at, subject] of subjects.entries()) {
    const items = await db.itemVersion.findMany({
      where: {
        rubricVersion: { batches: { some: { batchId: batch.id } } },
        item: { rubric: { OR: [{ taskId: subject.taskId }, { taskId: null }] } },
      },
      orderBy: { position: "asc" },
    });
    for (const [who, value] of values(at).entries()) {
      const annotator = annotators[who];
      if (value === null || !annotator) continue;
      const assignment = await makeSubmission(batch, subject, annotator, items);
      await db.judgement.createMany({
        data: (overall ? [null] : items).map((item, position) => ({
          datasetId,
          batchId: batch.id,
          assignmentId: assignment.id,
          armId: arm.id,
          arm: arm.name,
          step: 0,
          taskId: subject.taskId,
          responseId: subject.responseId,
          target: item ? ("item" as const) : ("overall" as const),
          itemId: item?.itemId,
          itemVersionId: item?.id,
          raterId: annotator.raterId,
          exposure: "none" as const,
          value,
          position,
          submittedAt: new Date(),
          metadata: flagged ? { flags: ["unclear"] } : {},
        })),
      });
    }
  }
}

/** A closed batch judged by people on two criteria per task: one value per person and subject. */
export async function makeClosedBatch({
  people,
  values = (subject) => people.map((_, who) => 1 + ((subject + who) % 5)),
  tasks = 3,
  ...design
}: {
  people: readonly TestMember<"annotator">[];
  values?: (subject: number) => readonly (string | number | null)[];
  tasks?: number;
} & Omit<NonNullable<Parameters<typeof makeBatch>[0]>, "dataset" | "annotators" | "k">): Promise<TestBatch> {
  const [first] = people;
  if (!first) throw new Error("somebody has to judge");
  const dataset = await makeDataset({ project: { id: first.projectId }, tasks, criteria: 2 });
  const batch = await makeBatch({
    dataset,
    annotators: [...people],
    k: people.length,
    preset: "criterion-scoring",
    settings: { overallScore: false },
    ...design,
  });
  await makeVotes(batch, people, values);
  const { actor } = await makeSiteAdmin();
  await moveBatch(actAs(actor, "admin"), batch.id, "close");
  return batch;
}

/**
 * An imported study with judgements of two people and a model on every response: "A01" and "A02", who have no
 * account here and disagree on the first.
 */
export async function makeJudgedDataset(
  options: Parameters<typeof makeDataset>[0] = {},
): Promise<TestDataset & { raters: { id: string; code: string }[] }> {
  const dataset = await makeDataset({ criteria: 1, ...options });
  const { id: datasetId, projectId } = dataset;
  const raters = await db.rater.createManyAndReturn({
    data: ["A01", "A02"].map((code) => ({ projectId, datasetId, kind: "human" as const, code })),
    select: { id: true, code: true },
  });
  const drafts = await db.draft.findMany({ where: { datasetId }, orderBy: { position: "asc" } });
  const judgements = drafts.flatMap((draft) =>
    raters.map(({ id: raterId }, n) => ({ draft, raterId, value: draft.position === 0 && n === 0 ? 2 : 4 })),
  );
  await db.judgement.createMany({
    data: judgements.map(({ draft, raterId, value }, position) => ({
      datasetId,
      key: `j${position + 1}`,
      position,
      taskId: draft.taskId,
      target: draft.target,
      responseId: draft.responseId,
      itemId: draft.itemId,
      raterId,
      draftId: draft.id,
      arm: "with draft",
      exposure: "judge_then_reveal" as const,
      initial: 3,
      value,
    })),
  });
  const counts = { judgements: judgements.length, drafts: drafts.length };
  await db.dataset.update({ where: { id: datasetId }, data: { counts, source: "a paper" } });
  return { ...dataset, raters };
}

/** A study of closed batches and imported studies: requested, frozen, or also public. */
export async function makeStudy(
  batches: readonly TestBatch[],
  {
    datasets = [],
    state = "frozen",
    title = `Study ${randomUUID().slice(0, 8)}`,
    authors = "",
    notes = "",
    texts = false,
    listed = false,
  }: {
    datasets?: readonly TestDataset[];
    state?: "asked" | "frozen" | "public";
    title?: string;
    authors?: string;
    notes?: string;
    texts?: boolean;
    listed?: boolean;
  } = {},
): Promise<{ id: string; versionId: string; projectId: string; token: string }> {
  const projectId = (batches[0] ?? datasets[0])?.projectId ?? "";
  const { actor } = await makeSiteAdmin();
  const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id);
  const what = { title, authors, notes, batches: ids(batches), datasets: ids(datasets) };
  const asked = await freezeStudy(actAs(actor, "researcher"), projectId, what);
  if (!asked || "refused" in asked) throw new Error(`nothing was asked for: ${asked?.refused}`);
  const { id: versionId } = await db.studyVersion.findFirstOrThrow({ where: { studyId: asked.id } });
  if (state !== "asked") await freezeVersion(versionId);
  let token = "";
  if (state === "public") {
    const card = await publishCard(
      actAs(actor, "admin"),
      { study: asked.id, version: versionId },
      { texts, listed },
    );
    if (!card || "refused" in card) throw new Error(`it was not made public: ${card?.refused}`);
    token = card.url.slice(card.url.lastIndexOf("/") + 1);
  }
  return { id: asked.id, versionId, projectId, token };
}
