import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { ofDesign } from "@/lib/batch/data/release";
import { db } from "@/lib/database/db";
import { csvLine } from "@/lib/formats/csv";
import { participationState } from "@/lib/participation/rules";
import type { ParticipationState } from "@/lib/participation/schema";

const MAPPING = [
  "external_id",
  "study_id",
  "session_id",
  "pseudonym",
  "state",
  "started_at",
  "completed_at",
  "submitted",
  "minutes",
  "active_minutes",
] as const;

interface MappingRow {
  externalId: string;
  studyId: string | null;
  sessionId: string | null;
  code: string;
  startedAt: Date;
  completedAt: Date | null;
  leftAt: Date | null;
  screenedAt: Date | null;
  submitted: number;
  activeMs: number | null;
}

const STATE_WORDS: Record<ParticipationState, string> = {
  working: "working",
  completed: "completed",
  left: "timed out",
  screened: "screened out",
};

/**
 * Exports the mapping of platform ids to pseudonyms, for paying people. `minutes` are from the first visit to
 * completion, `active_minutes` those of work in submissions, including training and exams. CSV, escaped for
 * spreadsheets. The export is recorded.
 */
export function exportMapping(
  admin: Member<"admin">,
  linkId: string,
): Promise<{ name: string; csv: string } | null> {
  return db.$transaction(async (tx) => {
    const link = await tx.participationLink.findFirst({
      where: { id: linkId, batch: { project: memberOf(admin) } },
      select: { name: true, batch: { select: { projectId: true } } },
    });
    if (!link) return null;
    const rows = await tx.$queryRaw<MappingRow[]>`
      SELECT q."externalId", p."studyId", p."sessionId", r."code", p."startedAt", p."completedAt", p."leftAt", p."screenedAt",
        done."submitted", done."activeMs"
      FROM "Participation" p JOIN "Participant" q ON q."id" = p."participantId"
      JOIN "Membership" m ON m."id" = q."membershipId" JOIN "Rater" r ON r."id" = m."raterId"
      CROSS JOIN LATERAL (
        SELECT (count(*) FILTER (WHERE ${ofDesign}))::int AS "submitted", sum(spent."ms") AS "activeMs"
        FROM "Assignment" a CROSS JOIN LATERAL (
          SELECT sum((part ->> 'activeMs')::float8) AS "ms" FROM "Operation" o
          CROSS JOIN LATERAL jsonb_array_elements(o."payload" -> 'spent') part
          WHERE o."assignmentId" = a."id" AND o."type" = 'time') spent
        WHERE a."batchId" = p."batchId" AND a."raterId" = m."raterId" AND a."state" = 'submitted') done
      WHERE p."linkId" = ${linkId}::uuid
      ORDER BY p."startedAt", p."id"`;
    await audit(tx, admin, {
      action: "participation-link.mapping-exported",
      projectId: link.batch.projectId,
      subject: ["ParticipationLink", linkId],
      detail: { rows: rows.length },
    });
    const lines = rows.map((row) =>
      csvLine([
        row.externalId,
        row.studyId,
        row.sessionId,
        row.code,
        STATE_WORDS[participationState(row)],
        row.startedAt.toISOString(),
        row.completedAt?.toISOString(),
        row.submitted,
        row.completedAt && minutes(row.completedAt.getTime() - row.startedAt.getTime()),
        row.activeMs === null ? null : minutes(row.activeMs),
      ]),
    );
    return { name: link.name, csv: csvLine(MAPPING) + lines.join("") };
  });
}

function minutes(milliseconds: number): number {
  return Math.round(milliseconds / 6000) / 10;
}
