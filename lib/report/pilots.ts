import "server-only";
import type { Member } from "@/lib/auth/actor";
import { Pay } from "@/lib/batch/schema/pay";
import { db } from "@/lib/database/db";
import { findScope, type StudyId } from "@/lib/dataset/data/scope";
import { RULES_VERSION } from "@/lib/report/rules/report";
import { judgementsQueryString } from "@/lib/report/schema/judgements";
import { type PilotQuery, type PilotResponse, Pilots } from "@/lib/report/schema/pilots";

/**
 * The values that the newest report on a study offers as a pilot of a larger one, for one scope: the one asked for, or the
 * first. Empty while there is no report. Null when the study is not the researcher's.
 */
export async function findPilot(
  researcher: Member<"researcher">,
  id: StudyId,
  { scope: wanted, ...part }: PilotQuery,
): Promise<PilotResponse | null> {
  const study = await findScope(researcher, id);
  if (!study) return null;
  const [row] = await db.$queryRaw<{ pilots: unknown; pay: unknown }[]>`
    SELECT r."pilots", b."pay" FROM "Report" r LEFT JOIN "Batch" b ON b."id" = r."batchId"
    WHERE r."datasetId" = ${study.datasetId}::uuid AND r."batchId" IS NOT DISTINCT FROM ${study.batchId}::uuid
      AND r."rulesVersion" = ${RULES_VERSION} AND r."selection" = ${judgementsQueryString(part)}
      AND r."pilots" IS NOT NULL
    ORDER BY r."dataVersion" DESC LIMIT 1`;
  const pilots: Pilots = row ? Pilots.parse(row.pilots) : { secondsEach: null, agreement: [], means: [] };
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
