import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { ParticipationLinkParams } from "@/lib/participation/schema";
import { createProlificStudy } from "@/lib/prolific/data/actions";
import { findProlificStudy } from "@/lib/prolific/data/studies";
import { NewProlificStudy, ProlificStudyView } from "@/lib/prolific/schema";

export const GET = route(
  {
    as: "admin",
    summary: "A participation link's study on Prolific, with its submissions and the requests to Prolific",
    answer: z.object({ study: ProlificStudyView.nullable() }),
    params: ParticipationLinkParams,
  },
  async ({ actor, params }) => (await findProlificStudy(actor, params.link)) ?? notFound(),
);

export const POST = route(
  {
    as: "admin",
    summary: "Have a draft of a study created on Prolific for a participation link",
    answer: z.object({ action: z.uuid() }),
    params: ParticipationLinkParams,
    body: NewProlificStudy,
    browserOnly: true,
  },
  async ({ actor, params, body }) => (await createProlificStudy(actor, params.link, body)) ?? notFound(),
);
