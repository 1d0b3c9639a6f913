import { expect, test } from "vitest";
import { findChoices } from "@/app/projects/[project]/batches/design-choices";
import { db } from "@/lib/database/db";
import { joinBatch } from "@/lib/participation/data/join";
import { makeBatch, makeParticipationLink } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

test("the wizard offers active members of the project, annotators first: no crowd participants, members of other projects or disabled members", async () => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotator = await makeMember("annotator", { project });
  const former = await makeMember("annotator", { project });
  await db.membership.update({ where: { id: former.membershipId }, data: { disabledAt: new Date() } });
  await makeMember("annotator");
  const batch = await makeBatch({ dataset: await makeDataset({ project }) });
  const { token } = await makeParticipationLink(batch);
  const joined = await joinBatch(
    { token, person: "of-the-crowd", study: "S1", session: "V1" },
    null,
    "a browser",
  );
  expect(joined).not.toHaveProperty("refused");

  const { people } = await findChoices(admin.actor, project.id);
  expect(people.map(({ id, role }) => [id, role])).toEqual([
    [annotator.membershipId, "annotator"],
    [admin.membershipId, "admin"],
  ]);
});
