import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import type { Limit } from "@/lib/auth/rate-limit";
import { pageOf } from "@/lib/http/page";
import { addMember } from "@/lib/project/data";
import { AddMember, ProjectParams } from "@/lib/project/schema";
import { readPeople } from "@/lib/resources/data/projects";
import { ReadPerson } from "@/lib/resources/schema";
import { ListQuery } from "@/lib/resources/schema/queries";

/** The answer reveals whether an address has an account, so requests are limited. */
const ADDING: Limit = { name: "add-member", burst: 100, perMinute: 10 };

export const GET = route(
  {
    as: "admin",
    summary: "The people of a project, and their pseudonyms",
    params: ProjectParams,
    query: ListQuery,
    answer: pageOf(ReadPerson),
  },
  async ({ actor, params, query }) => (await readPeople(actor, params.project, query)) ?? notFound(),
);

export const POST = route(
  {
    as: "admin",
    summary: "Add a person who has an account to a project",
    answer: z.object({ id: z.uuid(), pseudonym: z.string() }),
    params: ProjectParams,
    body: AddMember,
    limit: ADDING,
  },
  async ({ actor, params, body }) => (await addMember(actor, params.project, body)) ?? notFound(),
);
