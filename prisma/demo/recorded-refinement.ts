import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Member } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { createRun } from "@/lib/drafting/data/create-run";
import { findMethod } from "@/lib/drafting/data/find-method";
import { startRun } from "@/lib/drafting/data/run-lifecycle";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import { inputsOf } from "@/lib/drafting/data/subjects";
import { installationFence } from "@/lib/drafting/data/text-fence";
import { runStages } from "@/lib/drafting/rules/run-method";
import type { CallPlan } from "@/lib/drafting/schema";
import { NewRun, type RunSelection } from "@/lib/drafting/schema/runs";
import { done, RECORDED, storedCall } from "@/prisma/demo/recorded-calls";
import type { Prisma } from "@/prisma/generated/client/client";

/** A refinement as it was written down: the checklist, and each version with its answers and what was planned. */
const Refinement = z.strictObject({
  about: z.string(),
  task: z.string(),
  checklist: z.array(z.string()),
  versions: z.array(
    z.strictObject({
      plan: z.string().optional(),
      text: z.string(),
      answers: z.array(z.strictObject({ analysis: z.string(), answer: z.enum(["YES", "NO"]) })),
    }),
  ),
});
type Refinement = z.infer<typeof Refinement>;

const recording = Refinement.parse(
  JSON.parse(readFileSync(fileURLToPath(new URL("./refinement.json", import.meta.url)), "utf8")),
);

/** A run of STICK's refinement on one task of the sample study, over recorded answers. Its trace can be read. */
export async function seedRefinement(
  admin: Member<"admin">,
  { projectId, datasetId, endpoint }: { projectId: string; datasetId: string; endpoint: { id: string } },
): Promise<void> {
  const task = await db.task.findFirstOrThrow({ where: { datasetId, key: recording.task } });
  const { id } = done(
    await createRun(
      admin,
      projectId,
      NewRun.parse({
        ...{ name: "STICK self-refinement (recorded, written by hand)", dataset: datasetId },
        ...{ method: "stick.refine", endpoint: endpoint.id, selection: { filter: {}, tasks: [task.id] } },
      }),
    ),
  );
  const run = await db.draftRun.findUniqueOrThrow({ where: { id }, include: { endpoint: true } });
  const units = await db.draftUnit.findMany({ where: { runId: id } });
  const method = done(await findMethod(projectId, run));
  const inputs = await inputsOf(units, method, run.selection as RunSelection);
  const calls: Prisma.LlmCallCreateManyInput[] = [];
  for (const [at, unit] of units.entries()) {
    const input = inputs[at];
    if (!input) throw new Error("the recorded refinement has no task");
    await runStages(method, input, method.params.parse(run.params), installationFence(), {
      embed: async () => null,
      ask: async (plan) => {
        const text = answerTo(plan, recording);
        calls.push(storedCall(run, unit.id, plan, text));
        return { plan, text, outcome: plan.read({ text, finishReason: "stop" }) };
      },
    });
  }
  await db.llmCall.createMany({ data: calls });
  await startRun(admin, id);
  await workOnDrafts();
}

/** The recorded answer to a call, which its key names. */
function answerTo({ key }: CallPlan, { checklist, versions }: Refinement): string {
  const [, name = key, iteration = "0", question = "1"] =
    /^(evaluation|revision):(\d+)(?: question:(\d+))?$/.exec(key) ?? [];
  if (name === "checklist") return `Analysis: ${RECORDED}\nAnswer:\n${checklist.join("\n")}`;
  if (name === "evaluation") {
    const answer = versions[Number(iteration)]?.answers[Number(question) - 1];
    return `Analysis: ${answer?.analysis}\nAnswer: ${answer?.answer}`;
  }
  const version = versions[name === "revision" ? Number(iteration) + 1 : 0];
  return name === "revision" ? `Plan: ${version?.plan}\nAnswer: ${version?.text}` : (version?.text ?? "");
}
