import { notFound, route } from "@/lib/api/route";
import { bodyOf } from "@/lib/formats/stream";
import { isRefusal } from "@/lib/http/refusals";
import { openFrozen } from "@/lib/study/data/bundle";
import { StudyVersionParams } from "@/lib/study/schema";

export const GET = route(
  {
    as: "researcher",
    tokenScope: "export",
    summary: "Download a frozen version: its records, tables and manifest, as a zip archive",
    files: ["application/zip"],
    params: StudyVersionParams,
  },
  async ({ actor, params }) => {
    const made = await openFrozen(actor, params);
    if (!made) return notFound();
    if (isRefusal(made)) return made;
    return new Response(bodyOf(made.body), {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename="${made.fileName}"`,
      },
    });
  },
);
