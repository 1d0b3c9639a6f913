import { expect, test } from "vitest";
import { forAnnotator } from "@/lib/database/connections";
import { db, pool, prepared, preparedForAnyone } from "@/lib/database/db";
import { Prisma } from "@/prisma/generated/client/client";
import { makeBatch } from "@/testing/builders/batches";

test("nested relations of a transaction are read one query at a time", async () => {
  const { id } = await makeBatch();
  const warnings: string[] = [];
  const listen = ({ message }: Error) => warnings.push(message);
  process.on("warning", listen);
  const include = { arms: true, guidelines: true, subjects: true, slots: true, chosen: true };
  const batch = await db.$transaction((tx) => tx.batch.findUniqueOrThrow({ where: { id }, include }));
  // Warnings are emitted in the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", listen);
  expect(batch.arms).toHaveLength(1);
  expect(warnings).toEqual([]);
});

test("a query that fails leaves the connection to the next one", async () => {
  const failed = db.$transaction(async (tx) => {
    await Promise.all([tx.$queryRaw`SELECT 1 / 0`, tx.$queryRaw`SELECT 1`]);
  });
  await expect(failed).rejects.toThrow();
  expect(await db.$queryRaw`SELECT 2 AS "n"`).toEqual([{ n: 2 }]);
});

test("a statement for anyone leaves the binding of its connection, and reads nothing that is somebody's own", async () => {
  const [ann, bob] = [crypto.randomUUID(), crypto.randomUUID()];
  const binding = Prisma.sql`SELECT current_setting('countersign.annotator', true) AS "who"`;
  const free = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  // One connection is left, so that both use the same.
  const last = free.pop();
  last?.release();
  const bound = await forAnnotator(ann, () => prepared("who", binding));
  const anyone = await forAnnotator(bob, () => preparedForAnyone("who", binding));
  expect([bound, anyone]).toEqual([[{ who: ann }], [{ who: ann }]]);
  for (const client of free) client.release();
  const secured = await db.$queryRaw<{ name: string }[]>`
    SELECT relname AS "name" FROM pg_class WHERE relrowsecurity AND relnamespace = 'public'::regnamespace`;
  expect(secured.length).toBeGreaterThan(5);
  for (const { name } of secured)
    await expect(preparedForAnyone("own", Prisma.raw(`SELECT FROM "${name}"`))).rejects.toThrow(name);
});
