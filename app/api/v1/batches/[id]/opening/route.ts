import { notFound, route } from "@/lib/api/route";
import { foreseeOpening } from "@/lib/batch/data/opening";
import { BatchParams } from "@/lib/batch/schema";
import { Opening } from "@/lib/batch/schema/views";

export const GET = route(
  {
    as: "admin",
    summary: "What opening a drafted batch would make, as it stands now",
    answer: Opening,
    params: BatchParams,
  },
  async ({ actor, params }) => (await foreseeOpening(actor, params.id)) ?? notFound(),
);
