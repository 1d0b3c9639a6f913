import { notFound, route } from "@/lib/api/route";
import { previewOpening } from "@/lib/batch/data/preview-opening";
import { BatchParams } from "@/lib/batch/schema";
import { Opening } from "@/lib/batch/schema/views";

export const GET = route(
  {
    as: "admin",
    summary: "The assignments that opening a drafted batch would create now",
    answer: Opening,
    params: BatchParams,
  },
  async ({ actor, params }) => (await previewOpening(actor, params.id)) ?? notFound(),
);
