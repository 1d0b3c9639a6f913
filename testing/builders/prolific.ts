import { randomUUID } from "node:crypto";
import { actAs } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { connectProlific } from "@/lib/prolific/data/connection";
import { makeBatch, makeParticipationLink } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeSiteAdmin } from "@/testing/builders/people";

/** Connects a project to Prolific with a token that nobody has. */
export async function connectToProlific(projectId: string) {
  const admin = actAs((await makeSiteAdmin()).actor, "admin");
  await connectProlific(admin, projectId, "a-token-of-a-researcher-1234");
}

/** A link whose study is on Prolific, with one submission that awaits its review. */
export async function makeProlificStudy({ project }: { project: { id: string } }) {
  const link = await makeParticipationLink(await makeBatch({ dataset: await makeDataset({ project }) }));
  await connectToProlific(project.id);
  const study = await db.prolificStudy.create({
    data: {
      ...{
        linkId: link.id,
        externalId: randomUUID(),
        name: "Rate answers",
        description: "You rate answers.",
      },
      ...{ reward: 150, places: 10, minutes: 10, status: "ACTIVE", currency: "GBP" },
    },
  });
  const submission = await db.prolificSubmission.create({
    data: { studyId: study.id, externalId: randomUUID(), status: "AWAITING REVIEW" },
  });
  return { link: link.id, study: study.id, submission: submission.id };
}
