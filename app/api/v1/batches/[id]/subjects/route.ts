import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { addSubjects, findAddable } from "@/lib/batch/data/add-subjects";
import { AddableQuery, BatchParams, MoreSubjects } from "@/lib/batch/schema";
import { Addable } from "@/lib/batch/schema/views";

export const GET = route(
  {
    as: "admin",
    summary: "Tasks, responses or pairs of the dataset that could be added to a batch",
    answer: Addable,
    params: BatchParams,
    query: AddableQuery,
  },
  async ({ actor, params, query }) => (await findAddable(actor, params.id, query)) ?? notFound(),
);

export const POST = route(
  {
    as: "admin",
    summary: "Add tasks, responses or pairs to a running batch",
    answer: z.object({ subjects: z.int(), slots: z.int() }),
    params: BatchParams,
    body: MoreSubjects,
  },
  async ({ actor, params, body }) => (await addSubjects(actor, params.id, body)) ?? notFound(),
);
