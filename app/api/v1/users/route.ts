import { z } from "zod";
import { route } from "@/lib/api/route";
import { readUsers } from "@/lib/auth/data/users";
import { CreateUser, OneTimeLink, UserView } from "@/lib/auth/schema";
import { pageOf } from "@/lib/http/page";
import { createUser } from "@/lib/project/create-user";
import { ListQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  { as: "site-admin", summary: "Every account", query: ListQuery, answer: pageOf(UserView) },
  ({ actor, query }) => readUsers(actor, query),
);

export const POST = route(
  {
    as: "site-admin",
    summary:
      "Create an account; the answer contains the link to choose its password, unless passwords are off",
    answer: z.object({ id: z.uuid(), link: OneTimeLink.nullable() }),
    body: CreateUser,
  },
  ({ actor, body }) => createUser(actor, body),
);
