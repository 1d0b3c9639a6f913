import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/schema/views";
import { findSplit, splitLabels } from "@/lib/judge/data/label-split";
import { LabelSplitState, LabelSplitView, NewLabelSplit } from "@/lib/judge/schema/split";

export const GET = route(
  {
    as: "researcher",
    summary: "The split of a dataset's labels for developing judges",
    params: DatasetParams,
    answer: LabelSplitState,
  },
  async ({ actor, params }) => {
    const split = await findSplit(actor, params.dataset);
    return split === null ? notFound() : { split: split === "none" ? null : split };
  },
);

export const POST = route(
  {
    as: "admin",
    summary: "Split the labels of a dataset by task, once; later calls add new tasks to the split",
    params: DatasetParams,
    body: NewLabelSplit,
    answer: LabelSplitView,
  },
  async ({ actor, params, body }) => (await splitLabels(actor, params.dataset, body)) ?? notFound(),
);
