import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { groupByField, listMetadata } from "@/lib/dataset/data/metadata";
import { DatasetParams, GroupChange, MetadataField } from "@/lib/dataset/schema/views";

export const GET = route(
  {
    as: "researcher",
    summary: "The fields of the metadata of a dataset's tasks and responses, with their most frequent values",
    answer: z.object({ fields: z.array(MetadataField) }),
    params: DatasetParams,
  },
  async ({ actor, params }) => {
    const fields = await listMetadata(actor, params.dataset);
    return fields ? { fields } : notFound();
  },
);

export const PATCH = route(
  {
    as: "admin",
    summary:
      "Group a dataset's tasks or responses by a field of their metadata in reports, or stop; for tasks the field's values become tags",
    answer: z.object({ changed: z.int() }),
    params: DatasetParams,
    body: GroupChange,
  },
  async ({ actor, params, body }) => (await groupByField(actor, params.dataset, body)) ?? notFound(),
);
