import { notFound, route } from "@/lib/api/route";
import { decideInstruction } from "@/lib/judge/data/decide-instruction";
import { DecideInstruction, InstructionView, JudgeInstructionParams } from "@/lib/judge/schema/proposals";

export const POST = route(
  {
    as: "admin",
    summary: "Accept, revise or remove a proposed instruction for a judge",
    params: JudgeInstructionParams,
    body: DecideInstruction,
    answer: InstructionView,
  },
  async ({ actor, params, body }) => (await decideInstruction(actor, params.instruction, body)) ?? notFound(),
);
