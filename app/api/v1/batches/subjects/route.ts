import { notFound, route } from "@/lib/api/route";
import { findSubjectsFor } from "@/lib/batch/data/subjects";
import { DesignQuestion } from "@/lib/batch/schema";
import { DesignAnswer } from "@/lib/batch/schema/design";

/** A POST because the query is too long for an address; it changes nothing. */
export const POST = route(
  {
    as: "researcher",
    summary:
      "A dataset's material for a design: counts of its tasks, responses or pairs by contents, the first of them, minutes of past work",
    answer: DesignAnswer,
    body: DesignQuestion,
  },
  async ({ actor, body }) => (await findSubjectsFor(actor, body)) ?? notFound(),
);
