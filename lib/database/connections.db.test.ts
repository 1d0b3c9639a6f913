import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
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
