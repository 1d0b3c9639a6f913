import { notFound, route } from "@/lib/api/route";
import { findDatasetDependants } from "@/lib/dataset/removal/dependants";
import { DatasetParams } from "@/lib/dataset/schema/views";
import { Dependants } from "@/lib/project/schema/removal";

export const GET = route(
  {
    as: "admin",
    summary: "Records that are deleted with a dataset, and those that stay",
    answer: Dependants,
    params: DatasetParams,
  },
  async ({ actor, params }) => (await findDatasetDependants(actor, params.dataset)) ?? notFound(),
);
