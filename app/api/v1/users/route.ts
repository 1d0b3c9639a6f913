import { z } from "zod";
import { route } from "@/lib/api/route";
import { createUser, Link, listUsers, UserView } from "@/lib/auth/data";
import { CreateUser } from "@/lib/auth/schema";

export const GET = route(
  { as: "site-admin", summary: "Every account", answer: z.object({ users: z.array(UserView) }) },
  async ({ actor }) => ({
    users: await listUsers(actor),
  }),
);

export const POST = route(
  {
    as: "site-admin",
    summary: "Make an account; the answer holds the link to choose its password",
    answer: z.object({ id: z.uuid(), link: Link }),
    body: CreateUser,
  },
  ({ actor, body }) => createUser(actor, body),
);
