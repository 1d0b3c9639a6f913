import { notFound, route } from "@/lib/api/route";
import { endIntake, findIntake, startIntake } from "@/lib/batch/data/intake";
import { BatchParams } from "@/lib/batch/schema";
import { Intake, IntakeAnswer } from "@/lib/batch/schema/intake";

export const GET = route(
  {
    as: "researcher",
    summary: "A batch's automatic intake of new tasks, responses or pairs",
    answer: IntakeAnswer,
    params: BatchParams,
  },
  async ({ actor, params }) => (await findIntake(actor, params.id)) ?? notFound(),
);

export const PUT = route(
  {
    as: "admin",
    summary:
      "Let a running batch automatically take what its dataset gets from now on, up to limits in total and per day, at a sampling rate",
    answer: IntakeAnswer,
    params: BatchParams,
    body: Intake,
  },
  async ({ actor, params, body }) => (await startIntake(actor, params.id, body)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "admin",
    summary: "End a batch's automatic intake; what it took stays",
    answer: IntakeAnswer,
    params: BatchParams,
  },
  async ({ actor, params }) => (await endIntake(actor, params.id)) ?? notFound(),
);
