import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type BatchResult, evaluateBatch } from "@/lib/cli/agreement/batch";
import { AgreementBatch } from "@/lib/cli/agreement/request";

/** A file of reference values: requests with their expected results. */
const Expected = z.object({
  vectors: z.array(
    z.object({
      name: z.string(),
      expected: z.union([z.number(), z.tuple([z.number(), z.number()])]).nullable(),
      undefined: z.string().optional(),
      tolerance: z.number(),
    }),
  ),
});
type Expected = z.infer<typeof Expected>["vectors"][number];

/** Computes every reference value in `agreement-vectors.json` of a folder and lists those that differ. */
export async function checkVectors(dir: string): Promise<{ passed: number; failed: string[] }> {
  const data: unknown = JSON.parse(await readFile(join(dir, "agreement-vectors.json"), "utf8"));
  const { vectors } = Expected.parse(data);
  const results = evaluateBatch(AgreementBatch.parse(data));
  const failed = vectors.flatMap((vector, i) => {
    const result = results[i] as BatchResult;
    return agrees(vector, result)
      ? []
      : [`${vector.name}: ${formatResult(result)} instead of ${wanted(vector)}`];
  });
  return { passed: vectors.length - failed.length, failed };
}

function agrees({ expected, undefined: reason, tolerance }: Expected, result: BatchResult): boolean {
  const near = (a: number, b: number | undefined) => b !== undefined && Math.abs(a - b) <= tolerance;
  if (expected === null) return result.value === null && result.reason === reason;
  if (typeof expected === "number") return result.value !== null && near(expected, result.value);
  return expected.every((limit, side) => near(limit, result.ci?.[side]));
}

function formatResult({ value, ci, reason }: BatchResult): string {
  return `${ci ? ci.join(" to ") : value}${reason ? ` (${reason})` : ""}`;
}

function wanted({ expected, undefined: reason }: Expected): string {
  return Array.isArray(expected) ? expected.join(" to ") : `${expected}${reason ? ` (${reason})` : ""}`;
}
