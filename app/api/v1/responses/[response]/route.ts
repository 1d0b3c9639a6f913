import { notFound, route } from "@/lib/api/route";
import { readResponse } from "@/lib/resources/data/dataset-records";
import { ReadResponse } from "@/lib/resources/schema";
import { ResponseParams } from "@/lib/resources/schema/queries";

export const GET = route(
  { as: "researcher", summary: "A response", params: ResponseParams, answer: ReadResponse },
  async ({ actor, params }) => (await readResponse(actor, params.response)) ?? notFound(),
);
