import { notFound, route } from "@/lib/api/route";
import { readCuratedBatch } from "@/lib/curation/data/curation";
import { curatedInstances, curatedStudy, llmbarFile } from "@/lib/curation/rules/curated";
import { CurationFileQuery } from "@/lib/curation/schema";
import { DatasetParams } from "@/lib/dataset/schema/views";
import { bodyOf } from "@/lib/formats/stream";

export const GET = route(
  {
    as: "researcher",
    tokenScope: "export",
    summary:
      "The instances that people kept of a batch's candidates, in the JSON of LLMBar's data or as a study file",
    files: ["application/json", "application/x-ndjson"],
    params: DatasetParams,
    query: CurationFileQuery,
  },
  async ({ actor, params, query: { batch, form } }) => {
    const records = await readCuratedBatch(actor, params.dataset, batch);
    if (!records) return notFound();
    if ("refused" in records) return records;
    const curated = curatedInstances(records);
    const isJson = form === "llmbar";
    const name = records.find(({ type }) => type === "study");
    const lines = isJson
      ? [`${JSON.stringify(llmbarFile(curated), null, 2)}\n`]
      : curatedStudy(name?.type === "study" ? name.name : "Study", curated).map(
          (record) => `${JSON.stringify(record)}\n`,
        );
    return new Response(bodyOf(each(lines)), {
      headers: {
        "Content-Type": `${isJson ? "application/json" : "application/x-ndjson"}; charset=utf-8`,
        "Content-Disposition": `attachment; filename="curated-${batch.slice(0, 8)}.${isJson ? "json" : "study.jsonl"}"`,
      },
    });
  },
);

async function* each(lines: readonly string[]) {
  yield* lines;
}
