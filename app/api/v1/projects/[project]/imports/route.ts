import { z } from "zod";
import { bodyBlocks } from "@/lib/api/request";
import { notFound, route } from "@/lib/api/route";
import { readImports } from "@/lib/dataset/data/imports";
import { receiveImport } from "@/lib/dataset/import/upload";
import { fileFormatOf } from "@/lib/dataset/rules/formats/mapping";
import { ImportView } from "@/lib/dataset/schema/imports";
import { UploadQuery } from "@/lib/dataset/schema/views";
import { pageOf } from "@/lib/http/page";
import { ProjectParams } from "@/lib/project/schema";
import { ListQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "The imports of a project: running, ready, and failed",
    query: ListQuery,
    answer: pageOf(ImportView),
    params: ProjectParams,
    bypassesProxy: true,
  },
  async ({ actor, params, query }) => (await readImports(actor, params.project, query)) ?? notFound(),
);

export const POST = route(
  {
    as: "researcher",
    summary:
      "Upload a study file, table or export of another tool; the import begins when the upload is complete",
    answer: z.object({ id: z.uuid() }),
    params: ProjectParams,
    query: UploadQuery,
    receives: "raw",
    bypassesProxy: true,
    limit: { name: "upload", burst: 30, perMinute: 10 },
  },
  async ({ actor, params, query, request }) => {
    const length = Number(request.headers.get("content-length") ?? Number.NaN);
    const received = await receiveImport(
      actor,
      params.project,
      {
        fileName: query.file,
        name: query.name,
        shape: query.format && fileFormatOf(query.format),
        mapping: query.mapping,
        leaveOut: query.leaveOut === "true",
      },
      bodyBlocks(request),
      Number.isSafeInteger(length) ? length : null,
    );
    return received ?? notFound();
  },
);
