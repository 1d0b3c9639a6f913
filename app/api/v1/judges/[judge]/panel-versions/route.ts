import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { createPanelVersion } from "@/lib/judge/data/panels";
import { JudgeRouteParams, NewPanelVersion } from "@/lib/judge/schema/judges";

export const POST = route(
  {
    as: "admin",
    summary: "Make a version of a panel with other members or another rule",
    params: JudgeRouteParams,
    body: NewPanelVersion,
    answer: z.object({ id: z.uuid(), number: z.int() }),
  },
  async ({ actor, params, body }) => (await createPanelVersion(actor, params.judge, body)) ?? notFound(),
);
