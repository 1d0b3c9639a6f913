import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import type { LabelSet } from "@/lib/judge/schema/judges";
import { answerLabel } from "@/lib/judgement/rules/answer-label";
import { Protocol } from "@/lib/protocol/schema";

/** Batches whose steps are offered, the newest. */
const MOST_BATCHES = 100;

/**
 * The label steps about responses and the questions, both with one choice, of the project's batches: each set once,
 * with the newest batch that has it.
 */
export async function listLabelSets(
  researcher: Member<"researcher">,
  projectId: string,
): Promise<LabelSet[]> {
  const batches = await db.batch.findMany({
    where: { project: { id: projectId, AND: memberOf(researcher) } },
    orderBy: { createdAt: "desc" },
    take: MOST_BATCHES,
    select: { name: true, arms: { orderBy: { position: "asc" }, select: { protocol: true } } },
  });
  const sets = new Map<string, LabelSet>();
  for (const { name, arms } of batches)
    for (const { protocol } of arms)
      for (const set of setsOf(protocol, name)) {
        const key = JSON.stringify([set.question, set.text, set.options.map((option) => option.name)]);
        if (!sets.has(key)) sets.set(key, set);
      }
  return [...sets.values()];
}

function setsOf(protocol: unknown, batch: string): LabelSet[] {
  const { data } = Protocol.safeParse(protocol);
  return (data?.steps ?? []).flatMap((step): LabelSet[] => {
    if (step.type === "label" && step.about === "response" && !step.several && step.labels.length > 1) {
      const options = step.labels.map(({ name, hint = "" }) => ({ name, hint }));
      return [{ question: step.id, text: step.question, batch, options }];
    }
    if (step.type !== "ask" || step.form !== undefined || step.options.length < 2) return [];
    const options = step.options.map((option) => ({ name: answerLabel(option), hint: "" }));
    return [{ question: step.id, text: step.question, batch, options }];
  });
}
