import "server-only";
import type { UnverifiedSession } from "@/lib/auth/actor";
import { isAliveSql, touchSession } from "@/lib/auth/sessions";
import { forSeveral } from "@/lib/database/connections";
import { prepared } from "@/lib/database/db";
import type { Annotator } from "@/lib/review/data/assignment-lock";
import { insertOperations } from "@/lib/review/data/operation-rows";
import type { Op } from "@/lib/review/schema/operation";
import { Prisma } from "@/prisma/generated/client/client";

/*
 * Group commit: saves that arrive while others are being written are written together, by one statement with
 * one commit. Each save is checked separately in that statement, and written or left out separately.
 */

/** Operations to write to an assignment, with all conditions under which they may be written. */
export type PendingWrite = {
  id: string;
  who: Annotator | UnverifiedSession;
  lease: string;
  armId: string;
  /** The version the operations are based on. */
  base: number;
  /**
   * The last operation in the cached document, at the version the write is based on; null if there is none.
   */
  last: string | null;
  ops: Op[];
};

type Written = { savedAt: Date; leaseUntil: Date };

/** A row to write, with the account and session that sent it. */
type Row = Written & { n: number; userId: string; sessionId: string | null; lastSeenAt: Date | null };

/** Most writes in one statement. */
const MOST = 64;

/** A save with more operations, as after an outage, is written alone, so that no statement gets long. */
const FEW = 20;

/**
 * The longest time saves wait for a running statement, in milliseconds. A statement on a dead connection
 * delays no save for longer.
 */
const PATIENCE = 25;

type Waiting = { write: PendingWrite; resolve: (row: Row | null) => void; reject: (error: unknown) => void };

let waiting: Waiting[] = [];
let running = 0;
let patience: NodeJS.Timeout | undefined;

/**
 * Writes operations to an open assignment if all conditions hold: the session is valid, account and
 * membership are active, the assignment is the annotator's, lease, version and states match, and no other
 * transaction has locked the row. Otherwise writes nothing and returns null, and the caller finds out which
 * condition failed. Resolves after the commit.
 */
export async function writeTogether(write: PendingWrite): Promise<Written | null> {
  // Only one write per assignment at a time: a second one cannot know yet what the first will be.
  if (waiting.some((other) => other.write.id === write.id)) return null;
  const row = await new Promise<Row | null>((resolve, reject) => {
    const one = { write, resolve, reject };
    if (write.ops.length > FEW) return void writeGroup([one]);
    waiting.push(one);
    if (running === 0 || waiting.length === MOST) writeWaiting();
    else patience ??= setTimeout(writeWaiting, PATIENCE);
  });
  if (!row) return null;
  const { savedAt, leaseUntil, userId, sessionId, lastSeenAt } = row;
  if ("session" in write.who) write.who.userId = userId;
  if (sessionId && lastSeenAt) await touchSession({ id: sessionId, lastSeenAt }, new Date());
  return { savedAt, leaseUntil };
}

function writeWaiting(): void {
  clearTimeout(patience);
  patience = undefined;
  const group = waiting;
  waiting = [];
  if (group.length > 0) void writeGroup(group);
}

async function writeGroup(group: Waiting[]): Promise<void> {
  running += 1;
  try {
    const rows = await forSeveral(() => writeAll(group.map(({ write }) => write)));
    const byPlace = new Map(rows.map((row) => [row.n, row]));
    for (const [n, { resolve }] of group.entries()) resolve(byPlace.get(n) ?? null);
  } catch (error) {
    // The error belongs to one of the writes, or to the connection: retry the others separately.
    if (group.length === 1) group[0]?.reject(error);
    else for (const one of group) void writeGroup([one]);
  } finally {
    running -= 1;
    if (running === 0) writeWaiting();
  }
}

/** The rows written, each with its position in the list. */
function writeAll(writes: PendingWrite[]): Promise<Row[]> {
  const now = new Date();
  const entries = writes.map(({ who, ...write }, n) => ({
    n,
    ...("session" in who ? { session: who.session } : { user: who.userId }),
    ...write,
  }));
  // The range of "n" tells the planner that there are few, so it looks up each by key. An assignment locked
  // by another transaction is skipped, not waited for: waiting while holding other locks could deadlock.
  return prepared<Row>(
    "save",
    Prisma.sql`WITH held AS (
      SELECT asked."n", asked."base", asked."ops", one.*
      FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS asked("n" int, "session" text, "user" uuid, "id" uuid,
        "lease" uuid, "armId" uuid, "base" int, "last" uuid, "ops" jsonb)
      CROSS JOIN LATERAL (
        SELECT a."id", b."leaseMinutes", m."userId", s."id" AS "sessionId", s."lastSeenAt",
          date_trunc('milliseconds', clock_timestamp()) AS "now"
        FROM "Assignment" a JOIN "Batch" b ON b."id" = a."batchId" JOIN "Project" p ON p."id" = b."projectId"
          JOIN "Membership" m ON m."raterId" = a."raterId" JOIN "User" u ON u."id" = m."userId"
          LEFT JOIN "Session" s ON s."tokenHash" = asked."session" AND ${isAliveSql(now)}
        WHERE a."id" = asked."id" AND m."userId" = COALESCE(s."userId", asked."user")
          AND m."disabledAt" IS NULL AND u."disabledAt" IS NULL
          AND a."armId" = asked."armId" AND a."state" = 'open' AND a."lease" = asked."lease"
          AND a."leaseUntil" > clock_timestamp() AND a."version" = asked."base"
          AND b."state" = 'open' AND p."archivedAt" IS NULL
          AND (SELECT o."id" FROM "Operation" o WHERE o."assignmentId" = a."id" AND o."seq" = asked."base")
            IS NOT DISTINCT FROM asked."last"
        FOR UPDATE OF a SKIP LOCKED
      ) one
      WHERE asked."n" BETWEEN 0 AND ${MOST}::int
    ), recorded AS (
      ${insertOperations(Prisma.sql`held AS appended`)}
    )
    UPDATE "Assignment" a SET "version" = held."base" + jsonb_array_length(held."ops"),
      "leaseUntil" = held."now" + make_interval(mins => held."leaseMinutes")
    FROM held WHERE a."id" = held."id"
    RETURNING held."n", held."now" AS "savedAt", a."leaseUntil", held."userId", held."sessionId", held."lastSeenAt"`,
  );
}
