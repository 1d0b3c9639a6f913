import { notFound, route } from "@/lib/api/route";
import type { Limit } from "@/lib/auth/limits";
import { addMember, listMembers } from "@/lib/project/data";
import { AddMember, ProjectParams } from "@/lib/project/schema";

/** It tells whether an address has an account, so it cannot be asked about many. */
const ADDING: Limit = { name: "add-member", burst: 100, perMinute: 10 };

export const GET = route(
  { as: "admin", summary: "The people of a project", params: ProjectParams },
  async ({ actor, params }) => {
    const people = await listMembers(actor, params.project);
    return people ? { people } : notFound();
  },
);

export const POST = route(
  {
    as: "admin",
    summary: "Take somebody who has an account into a project",
    params: ProjectParams,
    body: AddMember,
    limit: ADDING,
  },
  async ({ actor, params, body }) => (await addMember(actor, params.project, body)) ?? notFound(),
);
