import "server-only";
import { memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { enqueue } from "@/lib/queue/enqueue";
import { isOpen, judgedIn, WHOLE } from "@/lib/study/data/freezable";
import { forgetUnused } from "@/lib/study/data/store";
import type { Researcher } from "@/lib/study/data/studies";
import type { FreezeStudy, StudyVersionParams } from "@/lib/study/schema";
import { freezeStudyJob } from "@/lib/study/schema/jobs";

type NotFrozen = Refusal<
  "archived" | "no-such-batches" | "batches-not-closed" | "no-such-studies" | "freezing-already"
>;

/** The result of requesting a version. */
type FreezeRequest = { id: string; version: number } | NotFrozen;

/** Requests the first version of a study. Null when the project is not the researcher's. */
export function freezeStudy(
  actor: Researcher,
  projectId: string,
  what: FreezeStudy,
): Promise<FreezeRequest | null> {
  return db.$transaction(async (tx) => {
    const project = await tx.project.findFirst({
      where: { id: projectId, AND: memberOf(actor) },
      select: { archivedAt: true },
    });
    if (!project) return null;
    const refusal = await whyNot(tx, projectId, project, what);
    if (refusal) return refusal;
    const { id } = await tx.study.create({ data: { projectId, createdBy: actor.userId } });
    return insertRequest(tx, actor, { id, projectId, version: 1, what });
  });
}

/** Requests the next version of a study. Null when it is not the researcher's. */
export function freezeAgain(
  actor: Researcher,
  studyId: string,
  what: FreezeStudy,
): Promise<FreezeRequest | null> {
  return db.$transaction(async (tx) => {
    const study = await lockStudy(tx, actor, studyId);
    if (!study) return null;
    const refusal = await whyNot(tx, study.projectId, study.project, what);
    if (refusal) return refusal;
    const newest = study.versions[0];
    if (newest && !newest.frozenAt) return refuse("freezing-already");
    const version = (newest?.version ?? 0) + 1;
    return insertRequest(tx, actor, { id: studyId, projectId: study.projectId, version, what });
  });
}

/** Retries a version that failed. */
export function retryVersion(
  actor: Researcher,
  of: StudyVersionParams,
): Promise<{ id: string; version: number } | Refusal<"archived" | "not-failed"> | null> {
  return db.$transaction(async (tx) => {
    const found = await findVersion(tx, actor, of);
    if (!found) return null;
    if (found.study.project.archivedAt) return refuse("archived");
    if (!found.row.failure) return refuse("not-failed");
    const { id, version } = found.row;
    await tx.studyVersion.update({
      where: { id },
      data: { failure: null, done: 0, records: null, touchedAt: new Date() },
    });
    await enqueue(tx, freezeStudyJob, { id }, { key: `study ${id}` });
    await audit(tx, actor, {
      action: "study.freeze-retried",
      projectId: found.study.projectId,
      subject: ["Study", of.study],
      detail: { version },
    });
    return { id: of.study, version };
  });
}

/** Discards a version that is not frozen; the study too if it is the only one. A frozen one is refused. */
export function discardVersion(
  actor: Researcher,
  of: StudyVersionParams,
): Promise<{ id: string; left: number } | Refusal<"is-frozen" | "archived"> | null> {
  return db.$transaction(async (tx) => {
    const found = await findVersion(tx, actor, of);
    if (!found) return null;
    const { study, row } = found;
    if (study.project.archivedAt) return refuse("archived");
    if (row.frozenAt) return refuse("is-frozen");
    await tx.$queryRaw`SELECT 1 FROM "Project" WHERE "id" = ${study.projectId}::uuid FOR UPDATE`;
    // It may have been frozen while this waited for the project's lock.
    const { count } = await tx.studyVersion.deleteMany({ where: { id: row.id, frozenAt: null } });
    if (count === 0) return refuse("is-frozen");
    await forgetUnused(tx, study.projectId);
    const left = study.versions.length - 1;
    if (left === 0) await tx.study.delete({ where: { id: of.study } });
    await audit(tx, actor, {
      action: "study.version-discarded",
      projectId: study.projectId,
      subject: ["Study", of.study],
      detail: { version: row.version },
    });
    return { id: of.study, left };
  });
}

async function findVersion(tx: Tx, actor: Researcher, of: StudyVersionParams) {
  const study = await lockStudy(tx, actor, of.study);
  const row = study?.versions.find(({ id }) => id === of.version);
  return study && row ? { study, row } : null;
}

/** The study with its versions, newest first, locked against concurrent requests. */
async function lockStudy(tx: Tx, actor: Researcher, id: string) {
  const where = { id, project: memberOf(actor) };
  if (!(await tx.study.findFirst({ where, select: { id: true } }))) return null;
  await tx.$queryRaw`SELECT 1 FROM "Study" WHERE "id" = ${id}::uuid FOR UPDATE`;
  return tx.study.findUnique({
    where: { id },
    select: {
      projectId: true,
      project: { select: { archivedAt: true } },
      versions: {
        orderBy: { version: "desc" },
        select: { id: true, version: true, frozenAt: true, failure: true },
      },
    },
  });
}

/**
 * Why something cannot be frozen: a batch in progress has no final numbers, and a dataset imported without
 * judgements has none.
 */
async function whyNot(
  tx: Tx,
  projectId: string,
  { archivedAt }: { archivedAt: Date | null },
  { batches: ids, datasets: datasetIds }: Pick<FreezeStudy, "batches" | "datasets">,
): Promise<Exclude<NotFrozen, Refusal<"freezing-already">> | null> {
  if (archivedAt) return refuse("archived");
  const batches = await tx.batch.findMany({
    where: { id: { in: ids }, projectId },
    select: { name: true, state: true },
  });
  if (batches.length < new Set(ids).size) return refuse("no-such-batches");
  const open = batches.filter(isOpen);
  if (open.length > 0) return refuse("batches-not-closed", { batches: open.map(({ name }) => name) });
  const datasets = await tx.dataset.findMany({
    where: { id: { in: datasetIds }, projectId, ...WHOLE },
    select: { counts: true },
  });
  const judged = datasets.filter(({ counts }) => judgedIn(counts) > 0);
  return judged.length < new Set(datasetIds).size ? refuse("no-such-studies") : null;
}

async function insertRequest(
  tx: Tx,
  actor: Researcher,
  { id, projectId, version, what }: { id: string; projectId: string; version: number; what: FreezeStudy },
) {
  const { title, authors, notes } = what;
  const batchIds = [...new Set(what.batches)];
  const datasetIds = [...new Set(what.datasets)];
  const made = await tx.studyVersion.create({
    data: { studyId: id, version, title, authors, notes, batchIds, datasetIds, requestedBy: actor.userId },
  });
  await enqueue(tx, freezeStudyJob, { id: made.id }, { key: `study ${made.id}` });
  await audit(tx, actor, {
    action: "study.freeze-asked",
    projectId,
    subject: ["Study", id],
    detail: { version, batches: batchIds.length, datasets: datasetIds.length },
  });
  return { id, version };
}
