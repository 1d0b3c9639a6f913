import { z } from "zod";
import { route } from "@/lib/api/route";
import { createFirstAdmin } from "@/lib/auth/data/one-time-links";
import { LINK_TRIES } from "@/lib/auth/rate-limit";
import { UseFirstAdminLink } from "@/lib/auth/schema";

export const POST = route(
  {
    as: "anyone",
    summary: "Create the first account of an installation, with its one-time link",
    answer: z.object({ email: z.string() }),
    body: UseFirstAdminLink,
    limit: LINK_TRIES,
  },
  ({ body }) => createFirstAdmin(body),
);
