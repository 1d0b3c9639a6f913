import "server-only";
import { randomUUID } from "node:crypto";
import { type Member, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { loadReviewed } from "@/lib/rubric/data/reviewed";
import { isComplete, majorityConsensus, type NextItem, nextItems } from "@/lib/rubric/rules/consensus";
import type { ConsensusBody, ReviewedRubric } from "@/lib/rubric/schema";
import { Prisma } from "@/prisma/generated/client/client";

type Admin = Member<"admin">;

/** The next version of a rubric, to be written. */
interface Made {
  rubric: ReviewedRubric;
  items: NextItem[];
}

/**
 * Makes the next versions of rubrics from a batch's decisions: of one by hand, or of all with a majority and
 * no newer version. Versions never change afterwards; another one can be made.
 */
export function makeVersions(
  admin: Admin,
  batchId: string,
  body: ConsensusBody,
): Promise<{ made: number; open: number } | Refusal | null> {
  return db.$transaction(
    async (tx) => {
      const [batch] = await tx.$queryRaw<
        { projectId: string; dataVersion: number; archivedAt: Date | null }[]
      >`
        SELECT b."projectId", b."dataVersion", p."archivedAt"
        FROM "Batch" b JOIN "Project" p ON p."id" = b."projectId"
        WHERE b."id" = ${batchId}::uuid AND b."state" <> 'draft'
          AND ${memberOfSql(admin, Prisma.sql`b."projectId"`)}
        FOR UPDATE OF b`;
      if (!batch) return null;
      if (batch.archivedAt) return refuse("archived");
      const chosen =
        body.by === "hand" ? await manual(tx, batchId, body) : await byMajority(tx, batchId, body, batch);
      if (chosen === null || "refused" in chosen) return chosen;
      const method = body.by === "hand" && body.list ? "chosen" : body.by;
      await write(tx, admin, batchId, method, chosen.made);
      for (const { rubric } of chosen.made) {
        await audit(tx, admin, {
          action: "rubric.version-made",
          projectId: batch.projectId,
          subject: ["Rubric", rubric.id],
          detail: { version: rubric.latest + 1, by: method, batch: batchId },
        });
      }
      return { made: chosen.made.length, open: chosen.open };
    },
    { timeout: 120_000 },
  );
}

async function manual(tx: Tx, batchId: string, body: Extract<ConsensusBody, { by: "hand" }>) {
  const [rubric] = await loadReviewed(tx, batchId, body.rubric);
  if (!rubric) return null;
  if (rubric.latest !== body.latest) return refuse("rubric-moved-on");
  // A list is chosen by taking something of it.
  const taken = new Set(body.additions.map(({ addition }) => addition));
  if (body.list && !rubric.additions.some(({ id, list }) => list === body.list && taken.has(id)))
    return refuse("choices-do-not-fit");
  const items = nextItems(rubric, body);
  if (!items) return refuse("choices-do-not-fit");
  if (items.length === 0) return refuse("nothing-left-of-it");
  return { made: [{ rubric, items }], open: 0 };
}

async function byMajority(
  tx: Tx,
  batchId: string,
  body: Extract<ConsensusBody, { by: "majority" }>,
  batch: { dataVersion: number },
) {
  if (batch.dataVersion !== body.dataVersion) return refuse("rubric-moved-on");
  const made: Made[] = [];
  let open = 0;
  for (const rubric of await loadReviewed(tx, batchId)) {
    if (rubric.latest !== rubric.version) continue;
    const majority = majorityConsensus(rubric);
    const items = isComplete(majority) ? nextItems(rubric, majority.choices) : null;
    if (items && items.length > 0) made.push({ rubric, items });
    else open++;
  }
  return { made, open };
}

/** Writes versions, new items and all wordings, in a few statements however many rubrics there are. */
async function write(
  tx: Tx,
  admin: Admin,
  batchId: string,
  method: "hand" | "chosen" | "majority",
  made: readonly Made[],
) {
  const versions = new Map(made.map(({ rubric }) => [rubric.id, randomUUID()]));
  await tx.rubricVersion.createMany({
    data: made.map(({ rubric }) => ({
      id: versions.get(rubric.id),
      rubricId: rubric.id,
      version: rubric.latest + 1,
      origin: "consensus",
      method,
      batchId,
      createdBy: admin.userId,
    })),
  });

  const added = made.flatMap(({ rubric, items }) =>
    items.flatMap(({ id, key, parentKey }) => (id === null ? [{ rubricId: rubric.id, key, parentKey }] : [])),
  );
  const parents = added.flatMap(({ rubricId, parentKey }) =>
    parentKey ? [{ rubricId, key: parentKey }] : [],
  );
  await tx.item.createMany({ data: parents, skipDuplicates: true });
  const wanted = [...parents, ...added.map(({ rubricId, key }) => ({ rubricId, key }))];
  const idsByKey = async () => {
    const rows = await tx.item.findMany({
      where: { rubricId: { in: [...new Set(wanted.map(({ rubricId }) => rubricId))] } },
      select: { id: true, rubricId: true, key: true },
    });
    return new Map(rows.map(({ id, rubricId, key }) => [JSON.stringify([rubricId, key]), id]));
  };
  const parentIds = await idsByKey();
  await tx.item.createMany({
    data: added.map(({ rubricId, key, parentKey }) => ({
      rubricId,
      key,
      parentId: parentKey ? parentIds.get(JSON.stringify([rubricId, parentKey])) : null,
    })),
    skipDuplicates: true,
  });
  const ids = await idsByKey();

  const before = await wordings(tx, made);
  await tx.itemVersion.createMany({
    data: made.flatMap(({ rubric, items }) =>
      items.map(({ id, key, isNew, name, text, scale, weight, category, metadata }, position) => {
        const itemId = id ?? ids.get(JSON.stringify([rubric.id, key])) ?? "";
        const version = rubric.latest + 1;
        return {
          itemId,
          rubricId: rubric.id,
          rubricVersionId: versions.get(rubric.id) ?? "",
          position,
          ...{ name, text, scale, weight, category, metadata },
          wording: isNew ? version : (before.get(itemId) ?? version),
        };
      }),
    ),
  });
}

/** The version in which each item of the newest versions got its wording. */
async function wordings(tx: Tx, made: readonly Made[]): Promise<Map<string, number>> {
  const rows = await tx.$queryRaw<{ itemId: string; wording: number }[]>`
    SELECT iv."itemId", iv."wording"
    FROM json_to_recordset(${JSON.stringify(made.map(({ rubric }) => ({ id: rubric.id, version: rubric.latest })))}::json)
      AS r("id" uuid, "version" int)
    JOIN "RubricVersion" v ON v."rubricId" = r."id" AND v."version" = r."version"
    JOIN "ItemVersion" iv ON iv."rubricVersionId" = v."id"`;
  return new Map(rows.map(({ itemId, wording }) => [itemId, wording]));
}
