import { route } from "@/lib/api/route";
import { findHealth, Health } from "@/lib/installation/health";

/** For whatever sends requests here: 200 while this server can answer them, 503 while it cannot; within two seconds. */
export const GET = route(
  {
    as: "anyone",
    summary:
      "Whether the server works and its database saves, what is missing, and when a worker was last seen",
    answer: Health,
  },
  async () => {
    const health = await findHealth();
    return Response.json(health, { status: health.ok ? 200 : 503 });
  },
);
