import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { withdraw } from "@/lib/question/data";
import { QuestionParams } from "@/lib/question/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Withdraw a published answer",
    answer: z.object({ id: z.uuid() }),
    params: QuestionParams,
  },
  async ({ actor, params }) => (await withdraw(actor, params.question)) ?? notFound(),
);
