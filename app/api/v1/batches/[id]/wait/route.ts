import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { stopWaiting, waitForRun } from "@/lib/batch/data/wait-for-run";
import { BatchParams, WaitBody } from "@/lib/batch/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Open a drafted batch automatically when a run over its dataset has drafted everything",
    answer: z.object({ id: z.uuid(), run: z.uuid() }),
    params: BatchParams,
    body: WaitBody,
  },
  async ({ actor, params, body }) => (await waitForRun(actor, params.id, body)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "admin",
    summary: "Cancel a drafted batch's wait for a run",
    answer: z.object({ id: z.uuid() }),
    params: BatchParams,
  },
  async ({ actor, params }) => (await stopWaiting(actor, params.id)) ?? notFound(),
);
