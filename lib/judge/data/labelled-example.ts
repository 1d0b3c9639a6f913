import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { inputsOf } from "@/lib/drafting/data/subjects";
import { instructionOf, withName } from "@/lib/drafting/rules/method";
import type { JudgeExample } from "@/lib/drafting/schema/judge-spec";
import { comparedWithOf, listHumanUnits, unorderedUnitKey } from "@/lib/judge/data/human-labels";
import type { ExampleUnit } from "@/lib/judge/schema/workshop";

/**
 * A unit with its human label as an example for a judge, explained by the people who agree with the label. Null for
 * held-out and unlabelled units, and for what the admin may not read.
 */
export async function exampleOf(
  admin: Member<"admin">,
  judgeId: string,
  { dataset, task, response, responseB, item }: ExampleUnit,
): Promise<JudgeExample | null> {
  const judge = await db.judge.findFirst({
    where: {
      id: judgeId,
      project: { AND: memberOf(admin), datasets: { some: { id: dataset, deletedAt: null } } },
    },
    select: {
      subject: true,
      versions: { orderBy: { number: "desc" }, take: 1, select: { spec: true } },
    },
  });
  const assigned = await db.labelSplitTask.findFirst({
    where: { taskId: task, datasetId: dataset, part: { not: "held_out" } },
    select: { part: true },
  });
  if (!judge || !assigned || assigned.part === "held_out") return null;
  const key = unorderedUnitKey({ responseId: response, responseBId: responseB, itemId: item });
  const units = await listHumanUnits(dataset, comparedWithOf(judge), assigned.part);
  const unit = units.find((one) => one.taskId === task && unorderedUnitKey(one) === key);
  if (!unit || unit.label === null) return null;
  const { responseId, responseBId, itemId, label, people, range } = unit;
  const subject = { taskId: task, responseId, responseBId, rubricVersionId: null };
  const [input] = await inputsOf([subject], { subject: "response" }, { filter: {} });
  if (!input) return null;
  const question =
    itemId === null
      ? null
      : await db.itemVersion.findFirst({
          where: { itemId },
          orderBy: { rubricVersion: { version: "desc" } },
          select: { name: true, text: true },
        });
  const explained = people.filter(({ value, explanation }) => value === label && explanation.trim() !== "");
  return {
    instruction: instructionOf(input).text,
    responses: input.responses.map(({ text }) => text),
    ...(question && { question: judge.subject === "criterion" ? withName(question) : question.text }),
    ...(range && { range }),
    value: label,
    explanation: explained[0]?.explanation.trim() ?? "",
    source: { task, responses: input.responses.map(({ id }) => id), item: itemId },
  };
}
