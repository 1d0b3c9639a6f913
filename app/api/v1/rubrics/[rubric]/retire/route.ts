import { notFound, route } from "@/lib/api/route";
import { RubricParams } from "@/lib/resources/schema/queries";
import { retireRubric } from "@/lib/rubric/data/retire";
import { RetireBody, Retired } from "@/lib/rubric/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Retire a rubric, so that no new batch or run uses it, or bring it back",
    answer: Retired,
    params: RubricParams,
    body: RetireBody,
  },
  async ({ actor, params, body }) => (await retireRubric(actor, params.rubric, body.retired)) ?? notFound(),
);
