import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { prefetch, releaseReserved } from "@/lib/batch/data/prefetch";
import { BatchParams, PreviouslyReserved } from "@/lib/batch/schema";

/** A random name that an open page gives itself: what it prefetches is its own until another page asks. */
const Page = z.strictObject({ page: z.uuid() });

export const POST = route(
  {
    as: "annotator",
    direct: "POST /api/v1/batches/[id]/ahead",
    summary: "Reserve your next assignments of a batch",
    answer: z.object({ assignments: z.array(z.uuid()) }),
    params: BatchParams,
    body: z.strictObject({ ...Page.shape, again: PreviouslyReserved.optional() }),
  },
  async ({ actor, params, body }) => (await prefetch(actor, params.id, body.page, body.again)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "annotator",
    summary: "Free the assignments that are reserved for you",
    answer: z.object({ left: z.int() }),
    params: BatchParams,
    query: Page,
  },
  async ({ actor, params, query }) => (await releaseReserved(actor, params.id, query.page)) ?? notFound(),
);
