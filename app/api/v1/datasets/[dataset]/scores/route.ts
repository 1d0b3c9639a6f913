import { notFound, route } from "@/lib/api/route";
import { setScores } from "@/lib/dataset/data/scores";
import { ScoresBody, ScoresSet } from "@/lib/dataset/schema/scores";
import { DatasetParams } from "@/lib/dataset/schema/views";

export const POST = route(
  {
    as: "admin",
    summary: "Set external scores of responses, all or none, by the responses’ ids in files",
    params: DatasetParams,
    body: ScoresBody,
    answer: ScoresSet,
    maxBodyBytes: 16_000_000,
  },
  async ({ actor, params, body }) => (await setScores(actor, params.dataset, body.rows)) ?? notFound(),
);
