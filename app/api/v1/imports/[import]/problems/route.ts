import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { listImportProblems } from "@/lib/dataset/data/imports";
import { ImportProblem } from "@/lib/dataset/schema/imports";
import { ImportParams, ProblemsQuery } from "@/lib/dataset/schema/views";
import { csvLine } from "@/lib/formats/csv";

export const GET = route(
  {
    as: "researcher",
    summary: "Problems of a file, line by line; format=csv gives all of them as a file",
    answer: z.object({ problems: z.array(ImportProblem), total: z.int() }),
    files: ["text/csv"],
    params: ImportParams,
    query: ProblemsQuery,
  },
  async ({ actor, params, query }) => {
    const all = query.format === "csv";
    const found = await listImportProblems(actor, params.import, { from: query.from, all });
    if (!found) return notFound();
    if (!all) return found;
    const lines = found.problems.map(({ line, rowId, place, reason, echo, excerpt }) =>
      csvLine([line, rowId, place, reason, echo ? "yes" : "no", excerpt]),
    );
    return new Response([csvLine(["line", "id", "place", "reason", "follows", "text"]), ...lines].join(""), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="countersign-problems-${params.import.slice(0, 8)}.csv"`,
      },
    });
  },
);
