import { notFound, route } from "@/lib/api/route";
import { findSubjectGroups } from "@/lib/batch/data/subjects";
import { SubjectsQuery } from "@/lib/batch/schema";

export const GET = route(
  {
    as: "researcher",
    summary: "What the tasks and responses of a dataset have, counted, to design a batch with",
    query: SubjectsQuery,
  },
  async ({ actor, query }) => (await findSubjectGroups(actor, query.dataset)) ?? notFound(),
);
