import { randomUUID } from "node:crypto";
import { db } from "@/lib/database/db";
import type { Fixture, RouteCases } from "@/testing/authorisation/case";
import { makeBatch, makeParticipationLink } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { connectToProlific, makeProlificStudy } from "@/testing/builders/prolific";

const ADMINS = ["admin", "site admin"] as const;

type Project = Fixture["study"];

const studyIn = async (project: Project) => ({ link: (await makeProlificStudy({ project })).link });

const linkIn = async (project: Project) => {
  await connectToProlific(project.id);
  return {
    link: (await makeParticipationLink(await makeBatch({ dataset: await makeDataset({ project }) }))).id,
  };
};

async function unclearIn(project: Project) {
  const { link, study } = await makeProlificStudy({ project });
  const { id: action } = await db.prolificAction.create({
    data: { studyId: study, key: randomUUID(), kind: "bonus", state: "unclear", amount: 50 },
  });
  return { link, action };
}

const connectedProject = async (project: Project) => {
  await connectToProlific(project.id);
  return { project: project.id };
};

export const cases: RouteCases = {
  "GET /api/v1/projects/[project]/prolific": {
    may: [...ADMINS],
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
  },
  "PUT /api/v1/projects/[project]/prolific": {
    may: [...ADMINS],
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
    body: () => ({ token: "a-token-of-a-researcher-1234" }),
  },
  "DELETE /api/v1/projects/[project]/prolific": {
    may: [...ADMINS],
    params: ({ study }) => connectedProject(study),
    foreign: ({ otherStudy }) => connectedProject(otherStudy),
  },
  "GET /api/v1/participation/[link]/prolific": {
    may: [...ADMINS],
    params: ({ study }) => studyIn(study),
    foreign: ({ otherStudy }) => studyIn(otherStudy),
  },
  "POST /api/v1/participation/[link]/prolific": {
    may: [...ADMINS],
    params: ({ study }) => linkIn(study),
    foreign: ({ otherStudy }) => linkIn(otherStudy),
    body: () => ({
      ...{ key: randomUUID(), name: "Rate answers", description: "You rate answers." },
      ...{ reward: 150, places: 10, minutes: 10 },
    }),
  },
  "POST /api/v1/participation/[link]/prolific/actions": {
    may: [...ADMINS],
    params: async ({ study }) => {
      const link = await studyIn(study);
      await db.prolificStudy.updateMany({ where: { linkId: link.link }, data: { status: "UNPUBLISHED" } });
      return link;
    },
    foreign: ({ otherStudy }) => studyIn(otherStudy),
    body: () => ({ kind: "publish", key: randomUUID() }),
  },
  "PATCH /api/v1/participation/[link]/prolific/actions/[action]": {
    may: [...ADMINS],
    params: ({ study }) => unclearIn(study),
    foreign: ({ otherStudy }) => unclearIn(otherStudy),
    body: () => ({ paid: true }),
  },
  "POST /api/v1/participation/[link]/prolific/fetch": {
    may: [...ADMINS],
    params: ({ study }) => studyIn(study),
    foreign: ({ otherStudy }) => studyIn(otherStudy),
  },
};
