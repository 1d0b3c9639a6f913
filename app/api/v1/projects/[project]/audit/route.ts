import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { projectAuditCsv } from "@/lib/audit/data";
import { AuditQuery } from "@/lib/audit/schema";
import { bodyOf } from "@/lib/formats/stream";

const Params = z.strictObject({ project: z.uuid() });

export const GET = route(
  {
    as: "admin",
    summary: "The audit log of a project, as CSV",
    files: ["text/csv"],
    params: Params,
    query: AuditQuery,
  },
  async ({ actor, params, query }) => {
    const lines = await projectAuditCsv(actor, params.project, query);
    if (!lines) return notFound();
    return new Response(bodyOf(lines), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="countersign-audit.csv"',
      },
    });
  },
);
