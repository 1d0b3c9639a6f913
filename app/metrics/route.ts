import { notFound, route } from "@/lib/api/route";
import { refuse } from "@/lib/http/refusals";
import { mayReadMetrics, renderMetrics } from "@/lib/installation/metrics";

/** For Prometheus. Without METRICS_TOKEN there is no such page. */
export const GET = route(
  { as: "anyone", summary: "Metrics of the installation and this process, for the holder of METRICS_TOKEN" },
  async ({ request }) => {
    const may = mayReadMetrics(request.headers.get("authorization"));
    if (may === null) return notFound();
    if (!may) return refuse("metrics-token");
    const { text, contentType } = await renderMetrics();
    return new Response(text, { headers: { "Content-Type": contentType } });
  },
);
