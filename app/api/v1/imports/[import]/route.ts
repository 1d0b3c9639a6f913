import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { cancelImport, changeImport, findImport } from "@/lib/dataset/data/imports";
import { ImportView } from "@/lib/dataset/schema/imports";
import { ImportChange, ImportParams } from "@/lib/dataset/schema/views";

export const GET = route(
  { as: "researcher", summary: "Progress of an import", answer: ImportView, params: ImportParams },
  async ({ actor, params }) => (await findImport(actor, params.import)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "researcher",
    summary: "Cancel a running import",
    answer: z.object({ id: z.uuid() }),
    params: ImportParams,
  },
  async ({ actor, params }) => (await cancelImport(actor, params.import)) ?? notFound(),
);

export const PATCH = route(
  {
    as: "researcher",
    summary: "Continue a failed import without the rows that do not fit, or dismiss it",
    answer: z.object({ id: z.uuid() }),
    params: ImportParams,
    body: ImportChange,
  },
  async ({ actor, params, body }) => (await changeImport(actor, params.import, body)) ?? notFound(),
);
