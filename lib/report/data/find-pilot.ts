import "server-only";
import { setTimeout } from "node:timers/promises";
import type { Member } from "@/lib/auth/actor";
import { Pay } from "@/lib/batch/schema/pay";
import { db } from "@/lib/database/db";
import { findScope, type StudyId } from "@/lib/dataset/data/scope";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { requestSections } from "@/lib/report/data/request-report";
import { RULES_VERSION } from "@/lib/report/rules/report";
import { judgementsQueryString } from "@/lib/report/schema/judgements";
import { type PilotQuery, type PilotResponse, Pilots } from "@/lib/report/schema/pilots";
import { PLANNED_FROM } from "@/lib/report/schema/sections";

/** The longest time a request waits for the worker, in milliseconds. */
const PATIENCE = 5_000;

/**
 * The values that the newest report on a study offers as a pilot of a larger one, for one scope: the one asked for, or the
 * first. Empty while there is no
 * report; one that has not stored them yet is waited for. Null when the study is not the researcher's.
 */
export async function findPilot(
  researcher: Member<"researcher">,
  id: StudyId,
  { scope: wanted, ...part }: PilotQuery,
): Promise<PilotResponse | null> {
  const study = await findScope(researcher, id);
  if (!study) return null;
  const row = await rowOf(study, judgementsQueryString(part));
  const pilots: Pilots = row?.pilots
    ? Pilots.parse(row.pilots)
    : { secondsEach: null, agreement: [], means: [] };
  const pay = Pay.nullable().parse(row?.pay ?? null);
  const scopes = [...new Set([...pilots.agreement, ...pilots.means].map(({ scope }) => scope))];
  const scope = scopes.find((one) => one === wanted) ?? scopes[0] ?? null;
  return {
    ...{ scopes, scope, secondsEach: pilots.secondsEach },
    wage: pay?.per === "hour" ? pay.micros / 1e6 : null,
    agreement: pilots.agreement.find((pilot) => pilot.scope === scope) ?? null,
    means: pilots.means.filter((pilot) => pilot.scope === scope),
  };
}

interface Row {
  id: string;
  pilots: unknown;
  pay: unknown;
}

/** The newest report on a part of a study, with its values if the worker stores them in time. */
async function rowOf({ datasetId, batchId }: StudyScope, selection: string): Promise<Row | undefined> {
  const until = Date.now() + PATIENCE;
  for (let isRequested = false; ; ) {
    const [row] = await db.$queryRaw<Row[]>`
      SELECT r."id", r."pilots", b."pay" FROM "Report" r LEFT JOIN "Batch" b ON b."id" = r."batchId"
      WHERE r."datasetId" = ${datasetId}::uuid AND r."batchId" IS NOT DISTINCT FROM ${batchId}::uuid
        AND r."rulesVersion" = ${RULES_VERSION} AND r."selection" = ${selection} AND r."dataAt" IS NOT NULL
      ORDER BY r."dataVersion" DESC LIMIT 1`;
    if (!row || row.pilots || Date.now() > until) return row;
    if (!isRequested) await requestSections(row.id, [PLANNED_FROM]);
    isRequested = true;
    await setTimeout(50);
  }
}
