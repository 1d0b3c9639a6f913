import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { pageOf } from "@/lib/http/page";
import { createVersion } from "@/lib/judge/data/add-version";
import { readVersions } from "@/lib/judge/data/judges";
import {
  JudgeRouteParams,
  JudgesQuery,
  JudgeVersionDetail,
  NewJudgeVersion,
} from "@/lib/judge/schema/judges";

export const GET = route(
  {
    as: "researcher",
    summary: "The versions of a judge, with all that each sends to its model",
    params: JudgeRouteParams,
    query: JudgesQuery,
    answer: pageOf(JudgeVersionDetail),
  },
  async ({ actor, params, query }) => (await readVersions(actor, params.judge, query)) ?? notFound(),
);

export const POST = route(
  {
    as: "admin",
    summary: "Make a version of a judge from an earlier one",
    params: JudgeRouteParams,
    body: NewJudgeVersion,
    answer: z.object({ id: z.uuid(), number: z.int() }),
  },
  async ({ actor, params, body }) => (await createVersion(actor, params.judge, body)) ?? notFound(),
);
