import { randomUUID } from "node:crypto";
import { db } from "@/lib/database/db";
import { EVERYBODY_SIGNED_IN, type Fixture, MEMBERS, type RouteCases } from "@/testing/authorisation/case";
import { makeInvitation, makeMember, makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

/** A project of the admin's own, which the request may delete. */
const ofAdmin = async ({ people }: Fixture) => {
  const { id } = await makeProject();
  await makeMember("admin", { project: { id }, user: people.admin });
  return { project: id };
};

export const cases: RouteCases = {
  "GET /api/v1/projects": { may: EVERYBODY_SIGNED_IN },
  "POST /api/v1/projects": {
    may: ["site admin"],
    otherwise: 403,
    body: () => ({ name: "A study", description: "Of answers." }),
  },
  "GET /api/v1/projects/[project]": {
    may: MEMBERS,
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
  },
  "PATCH /api/v1/projects/[project]": {
    may: ["admin", "site admin"],
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
    body: () => ({ name: "Another name" }),
  },
  "DELETE /api/v1/projects/[project]": {
    may: ["admin", "site admin"],
    params: ofAdmin,
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
  },
  "GET /api/v1/projects/[project]/dependants": {
    may: ["admin", "site admin"],
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
  },
  "POST /api/v1/projects/[project]/empty": {
    may: ["admin", "site admin"],
    params: ofAdmin,
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
  },
  "GET /api/v1/audit": { may: ["site admin"], otherwise: 403 },
  "GET /api/v1/projects/[project]/audit": {
    may: ["admin", "site admin"],
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
  },
  "GET /api/v1/projects/[project]/people": {
    may: ["admin", "site admin"],
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
  },
  "POST /api/v1/projects/[project]/people": {
    may: ["admin", "site admin"],
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
    body: async () => ({ email: (await makeUser()).email, role: "annotator" }),
  },
  "PATCH /api/v1/projects/[project]/people/[membership]": {
    may: ["admin", "site admin"],
    params: async ({ study }) => ({
      project: study.id,
      membership: (await makeMember("annotator", { project: study })).membershipId,
    }),
    foreign: ({ otherStudy, people }) => ({
      project: otherStudy.id,
      membership: people["admin elsewhere"].membershipId,
    }),
    body: () => ({ role: "researcher" }),
  },
  "POST /api/v1/projects/[project]/people/[membership]/link": {
    may: ["admin", "site admin"],
    params: async ({ study }) => {
      const member = await makeMember("annotator", { project: study });
      // Links can only be created for accounts that the project's own invitation created.
      await db.user.update({ where: { id: member.id }, data: { createdInId: study.id } });
      return { project: study.id, membership: member.membershipId };
    },
    foreign: ({ otherStudy, people }) => ({
      project: otherStudy.id,
      membership: people["admin elsewhere"].membershipId,
    }),
  },
  "GET /api/v1/projects/[project]/invitations": {
    may: ["admin", "site admin"],
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
  },
  "POST /api/v1/projects/[project]/invitations": {
    may: ["admin", "site admin"],
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
    body: () => ({ people: `${randomUUID()}@example.org`, role: "annotator" }),
  },
  "POST /api/v1/projects/[project]/invitations/[invitation]": {
    may: ["admin", "site admin"],
    params: async ({ study }) => ({ project: study.id, invitation: (await makeInvitation(study)).id }),
    foreign: async ({ otherStudy }) => ({
      project: otherStudy.id,
      invitation: (await makeInvitation(otherStudy)).id,
    }),
  },
  "DELETE /api/v1/projects/[project]/invitations/[invitation]": {
    may: ["admin", "site admin"],
    params: async ({ study }) => ({ project: study.id, invitation: (await makeInvitation(study)).id }),
    foreign: async ({ otherStudy }) => ({
      project: otherStudy.id,
      invitation: (await makeInvitation(otherStudy)).id,
    }),
  },
};
