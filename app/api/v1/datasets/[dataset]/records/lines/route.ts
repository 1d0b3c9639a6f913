import { bodyBlocks } from "@/lib/api/request";
import { notFound, route } from "@/lib/api/route";
import { addLines } from "@/lib/dataset/data/add-lines";
import { AddLinesQuery, LinesAdded } from "@/lib/dataset/schema/additions";
import { DatasetParams } from "@/lib/dataset/schema/views";

export const POST = route(
  {
    as: "admin",
    summary:
      "Add the tasks, responses and drafts on the lines of a body (application/x-ndjson) to a dataset, each line individually; the answer lists lines that do not fit",
    params: DatasetParams,
    query: AddLinesQuery,
    answer: LinesAdded,
    receives: "raw",
    bypassesProxy: true,
    limit: { name: "add-lines", burst: 60, perMinute: 60 },
  },
  async ({ actor, params, query, request }) => {
    const length = Number(request.headers.get("content-length") ?? Number.NaN);
    const expected = Number.isSafeInteger(length) ? length : null;
    const added = await addLines(actor, params.dataset, bodyBlocks(request), { ...query, expected });
    return added ?? notFound();
  },
);
