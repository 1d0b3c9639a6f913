import "server-only";
import type { Member } from "@/lib/auth/actor";
import type { ReadGuidelines } from "@/lib/batch/schema";
import type { GuidelinesView } from "@/lib/batch/schema/views";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import type { Language } from "@/lib/i18n/schema";
import { disclosuresOf } from "@/lib/quality/rules/disclosure";
import { Quality } from "@/lib/quality/schema";

type Annotator = Member<"annotator">;

/** Finds the annotator's row in an opened batch; null if there is none. */
const place = (annotator: Annotator, batchId: string) =>
  db.batchAnnotator.findFirst({
    where: {
      batchId,
      batch: { state: { not: "draft" } },
      membership: { userId: annotator.userId, disabledAt: null, user: { disabledAt: null } },
    },
    select: {
      batch: { select: { name: true, mustRead: true, quality: true } },
      membership: { select: { raterId: true } },
    },
  });

/**
 * The current guidelines of a batch for one of its annotators, and the version they last read or worked
 * under. Null when the batch is not theirs.
 */
export async function findGuidelines(annotator: Annotator, batchId: string): Promise<GuidelinesView | null> {
  const mine = await place(annotator, batchId);
  if (!mine) return null;
  const { raterId } = mine.membership;
  const [versions, worked] = await Promise.all([
    db.guidelines.findMany({
      where: { batchId },
      orderBy: { version: "desc" },
      select: { version: true, text: true, reads: { where: { raterId }, select: { at: true } } },
    }),
    db.assignment.groupBy({ by: ["guidelinesVersion"], where: { batchId, raterId } }),
  ]);
  const [now, ...earlier] = versions;
  if (!now) return null;
  const known = new Set(worked.map(({ guidelinesVersion }) => guidelinesVersion));
  const before = earlier.find(({ version, reads }) => reads.length > 0 || known.has(version));
  return {
    batch: mine.batch.name,
    mustRead: mine.batch.mustRead,
    version: now.version,
    text: now.text,
    disclosures: disclosuresOf(Quality.parse(mine.batch.quality)),
    readAt: now.reads[0]?.at ?? null,
    before: before ? { version: before.version, text: before.text } : null,
  };
}

/**
 * Records that an annotator has read the guidelines, with the time of the first confirmation and the language of the
 * page, in which the disclosures were shown. Refused when they have changed since the version on the screen. Null when the batch is
 * not theirs.
 */
export async function confirmGuidelines(
  annotator: Annotator,
  batchId: string,
  { read: version, language }: ReadGuidelines,
): Promise<{ version: number } | Refusal<"guidelines-changed"> | null> {
  const mine = await place(annotator, batchId);
  if (!mine) return null;
  const newest = await findNewestGuidelines(db, batchId);
  if (newest?.version !== version) return refuse("guidelines-changed");
  await recordGuidelinesRead(db, { guidelinesId: newest.id, raterId: mine.membership.raterId, language });
  return { version };
}

/** The newest version of a batch's guidelines; null if it has none. */
export function findNewestGuidelines(tx: Tx | typeof db, batchId: string) {
  return tx.guidelines.findFirst({
    where: { batchId },
    orderBy: { version: "desc" },
    select: { id: true, version: true },
  });
}

/** Records that an annotator has read a version of the guidelines, and in which language of the interface. */
export async function recordGuidelinesRead(
  tx: Tx | typeof db,
  { guidelinesId, raterId, language }: { guidelinesId: string; raterId: string; language?: Language },
): Promise<void> {
  await tx.guidelinesRead.createMany({
    data: { guidelinesId, raterId, language: language ?? null },
    skipDuplicates: true,
  });
}
