import { route } from "@/lib/api/route";
import { findHealth } from "@/lib/installation/health";
import { Health } from "@/lib/installation/schema";

/** Readiness for load balancers: 200 if the server can handle requests, else 503; within two seconds. */
export const GET = route(
  {
    as: "anyone",
    summary:
      "State of the server: whether it works and its database saves, what is missing, and when a worker last reported",
    answer: Health,
  },
  async () => {
    const health = await findHealth();
    return Response.json(health, { status: health.ok ? 200 : 503 });
  },
);
