import "server-only";
import { db } from "@/lib/database/db";
import { judgeHash } from "@/lib/drafting/rules/judge/hash";
import { judgeMethod } from "@/lib/drafting/rules/judge/judge-method";
import { methodById } from "@/lib/drafting/rules/methods";
import type { DraftMethod } from "@/lib/drafting/schema";
import { JUDGE_METHOD, JudgeRunParams, JudgeSpec } from "@/lib/drafting/schema/judge-spec";

/**
 * The method of a run: a published one, or a judge's version of the project, by its parameters. Null if there is none,
 * or if it would send something else than when the version was made.
 */
export async function findMethod(
  projectId: string,
  { method, params }: { method: string; params: unknown },
): Promise<DraftMethod | null> {
  if (method !== JUDGE_METHOD) return methodById(method) ?? null;
  const named = JudgeRunParams.safeParse(params);
  if (!named.success) return null;
  const version = await db.judgeVersion.findFirst({
    where: { id: named.data.version, judge: { projectId } },
    select: {
      ...{ id: true, number: true, spec: true, hash: true, endpointId: true, model: true },
      judge: { select: { name: true, archivedAt: true } },
    },
  });
  if (!version) return null;
  const { judge, hash, ...stored } = version;
  const spec = JudgeSpec.safeParse(stored.spec);
  if (!spec.success || judgeHash(spec.data, stored.model) !== hash) return null;
  return judgeMethod({
    ...stored,
    judge: judge.name,
    isArchived: judge.archivedAt !== null,
    spec: spec.data,
  }) as unknown as DraftMethod;
}
