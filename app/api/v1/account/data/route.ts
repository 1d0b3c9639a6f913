import { copyOfOwnData } from "@/lib/account/data/personal-data-export";
import { route } from "@/lib/api/route";
import type { Limit } from "@/lib/auth/rate-limit";
import { bodyOf } from "@/lib/formats/stream";

/** It reads everything the user ever did. */
const COPYING: Limit = { name: "own-data", burst: 10, perMinute: 1 };

export const GET = route(
  {
    as: "user",
    summary: "All data stored about you, as JSON",
    files: ["application/json"],
    limit: COPYING,
    browserOnly: true,
  },
  ({ actor }) =>
    new Response(bodyOf(copyOfOwnData(actor)), {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": 'attachment; filename="countersign-my-data.json"',
      },
    }),
);
