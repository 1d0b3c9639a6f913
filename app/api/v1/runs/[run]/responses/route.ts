import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { addRunResponses } from "@/lib/drafting/data/generated-responses";
import { readGenerated } from "@/lib/drafting/data/read-generated";
import { AddResponsesBody, GeneratedUnit } from "@/lib/drafting/schema/generated";
import { RunParams } from "@/lib/drafting/schema/runs";
import { pageOf } from "@/lib/http/page";
import { NumberedQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "The responses that a run generated, by task, each with how it was judged and revised",
    params: RunParams,
    query: NumberedQuery,
    answer: pageOf(GeneratedUnit),
  },
  async ({ actor, params, query }) => (await readGenerated(actor, params.run, query)) ?? notFound(),
);

export const POST = route(
  {
    as: "admin",
    summary: "Add the responses that a run generated to its dataset: the final ones, or all",
    params: RunParams,
    body: AddResponsesBody,
    answer: z.object({ added: z.int() }),
  },
  async ({ actor, params, body }) => (await addRunResponses(actor, params.run, body.which)) ?? notFound(),
);
