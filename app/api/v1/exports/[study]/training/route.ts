import { notFound, route } from "@/lib/api/route";
import { previewTraining } from "@/lib/export/data/training";
import { ExportParams } from "@/lib/export/schema";
import { TrainingOptions, TrainingPreview } from "@/lib/export/schema/training";

export const GET = route(
  {
    as: "researcher",
    tokenScope: "export",
    summary:
      "The number of rows that training data would have with these options, by source, and the reasons why others are left out",
    answer: TrainingPreview,
    params: ExportParams,
    query: TrainingOptions,
  },
  async ({ actor, params, query }) => (await previewTraining(actor, params.study, query)) ?? notFound(),
);
