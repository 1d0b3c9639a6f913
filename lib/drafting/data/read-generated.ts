import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { scoresIn } from "@/lib/drafting/rules/generated-record";
import { StopReason } from "@/lib/drafting/schema";
import { GeneratedResponseView, type GeneratedUnit } from "@/lib/drafting/schema/generated";
import { pageFrom } from "@/lib/http/cursor";
import type { ListPage, PageRequest } from "@/lib/http/page";
import type { Prisma } from "@/prisma/generated/client/client";

const unitFields = {
  id: true,
  position: true,
  result: true,
  task: { select: { id: true, key: true, instruction: true } },
  responses: {
    orderBy: { position: "asc" },
    omit: { unitId: true, datasetId: true, taskId: true, position: true },
    include: { response: { select: { metadata: true } } },
  },
} satisfies Prisma.DraftUnitSelect;

type UnitRow = Prisma.DraftUnitGetPayload<{ select: typeof unitFields }>;

function unitView({ id, position, result, task, responses }: UnitRow): GeneratedUnit {
  const stopped = StopReason.safeParse((result as { stopped?: unknown } | null)?.stopped);
  return {
    unit: id,
    position,
    task,
    stopped: stopped.success ? stopped.data : null,
    responses: responses.map(({ response, scores, yes, answered, asked, ...row }) =>
      GeneratedResponseView.parse({
        ...row,
        passed: yes === null ? null : { yes, answered, asked },
        scores: scoresIn(response ? response.metadata : scores),
      }),
    ),
  };
}

const READ_AT_ONCE = 100;

/** A page of a run's units with their responses. Null when the run is not the researcher's. */
export async function readGenerated(
  actor: Member<"researcher">,
  runId: string,
  page: PageRequest,
): Promise<ListPage<GeneratedUnit> | null> {
  const run = await db.draftRun.findFirst({
    where: { id: runId, project: memberOf(actor) },
    select: { id: true },
  });
  if (!run) return null;
  const units = await unitsAfter(runId, page.after === undefined ? -1 : Number(page.after), page.limit + 1);
  return pageFrom(units, page, ({ position }) => String(position), unitView);
}

function unitsAfter(runId: string, after: number, take: number): Promise<UnitRow[]> {
  return db.draftUnit.findMany({
    where: { runId, position: { gt: after }, responses: { some: {} } },
    orderBy: { position: "asc" },
    take,
    select: unitFields,
  });
}

/** All units of a run with responses, read in parts. The caller has checked that the run may be read. */
export async function* everyGeneratedUnit(runId: string): AsyncGenerator<GeneratedUnit> {
  let after = -1;
  for (;;) {
    const units = await unitsAfter(runId, after, READ_AT_ONCE);
    for (const unit of units) yield unitView(unit);
    if (units.length < READ_AT_ONCE) return;
    after = units.at(-1)?.position ?? after;
  }
}

/** One unit with its responses; null when the researcher may not read it, or it has none. */
export async function findGeneratedUnit(
  actor: Member<"researcher">,
  runId: string,
  unitId: string,
): Promise<GeneratedUnit | null> {
  const unit = await db.draftUnit.findFirst({
    where: { id: unitId, runId, run: { project: memberOf(actor) }, responses: { some: {} } },
    select: unitFields,
  });
  return unit && unitView(unit);
}

/** The unit's neighbours in its run, for moving from trace to trace. */
export async function neighboursOf(runId: string, position: number) {
  const near = (where: Prisma.DraftUnitWhereInput, order: "asc" | "desc") =>
    db.draftUnit.findFirst({
      where: { runId, responses: { some: {} }, ...where },
      orderBy: { position: order },
      select: { id: true },
    });
  const [previous, next] = await Promise.all([
    near({ position: { lt: position } }, "desc"),
    near({ position: { gt: position } }, "asc"),
  ]);
  return { previous: previous?.id ?? null, next: next?.id ?? null };
}
