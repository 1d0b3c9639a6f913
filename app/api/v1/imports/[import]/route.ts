import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { cancelImport, findImport, ImportView } from "@/lib/dataset/data/imports";
import { ImportParams } from "@/lib/dataset/views";

export const GET = route(
  { as: "researcher", summary: "How far an import is", answer: ImportView, params: ImportParams },
  async ({ actor, params }) => (await findImport(actor, params.import)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "researcher",
    summary: "Cancel an import that is under way",
    answer: z.object({ id: z.uuid() }),
    params: ImportParams,
  },
  async ({ actor, params }) => (await cancelImport(actor, params.import)) ?? notFound(),
);
