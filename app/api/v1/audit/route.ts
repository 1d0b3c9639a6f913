import { route } from "@/lib/api/route";
import { auditCsv } from "@/lib/audit/data";
import { AuditQuery } from "@/lib/audit/schema";
import { bodyOf } from "@/lib/formats/stream";

export const GET = route(
  {
    as: "site-admin",
    summary: "The audit log of the installation, as CSV",
    files: ["text/csv"],
    query: AuditQuery,
  },
  ({ actor, query }) =>
    new Response(bodyOf(auditCsv(actor, query)), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="countersign-audit.csv"',
      },
    }),
);
