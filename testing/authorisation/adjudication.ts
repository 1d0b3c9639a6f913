import { startAdjudication } from "@/lib/adjudication/data/start-adjudication";
import { DEFAULT_RULE } from "@/lib/adjudication/rules";
import { actAs } from "@/lib/auth/actor";
import { moveBatch } from "@/lib/batch/data/change-state";
import { db } from "@/lib/database/db";
import { setReviewDiscussion } from "@/lib/rubric/data/discussion";
import { makeVersions } from "@/lib/rubric/data/versions";
import type { Fixture, Persona, RouteCases } from "@/testing/authorisation/case";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeReviews, makeVotes } from "@/testing/builders/submissions";

const ADMINS: Persona[] = ["admin", "site admin"];

/** A closed batch of one response, on which the study's two annotators disagree. */
async function contested({ study, people }: Fixture) {
  const dataset = await makeDataset({ project: study, tasks: 1, criteria: 1 });
  const annotators = [people.annotator, people["other annotator"]];
  const batch = await makeBatch({
    dataset,
    annotators,
    k: 2,
    preset: "criterion-scoring",
    settings: { overallScore: false },
  });
  await makeVotes(batch, [people.annotator, people["other annotator"]], () => [1, 5]);
  await moveBatch(actAs(people["site admin"].actor, "admin"), batch.id, "close");
  return batch;
}

async function begun(fixture: Fixture) {
  const { id } = await contested(fixture);
  const admin = actAs(fixture.people["site admin"].actor, "admin");
  // The other annotator may decide too: an admin appointed them.
  const adjudicators = [fixture.people["other annotator"].membershipId];
  await startAdjudication(admin, id, { rule: DEFAULT_RULE, adjudicators });
  const found = await db.adjudicationCase.findFirstOrThrow({ where: { batchId: id } });
  return { id, case: found.id };
}

/** A batch in which the study's two annotators agree on a checklist. */
async function reviewed({ study, people }: Fixture) {
  const dataset = await makeDataset({ project: study, tasks: 1, checklist: 1 });
  const annotators = [people.annotator, people["other annotator"]];
  const batch = await makeBatch({ dataset, annotators, k: 2, preset: "checklist-review" });
  await makeReviews(batch, annotators, () => [{ items: ["accept"] }, { items: ["accept"] }]);
  return { id: batch.id };
}

/** The same, with the next version created. */
async function withNextVersion(fixture: Fixture) {
  const { id } = await reviewed(fixture);
  await makeVersions(actAs(fixture.people["site admin"].actor, "admin"), id, {
    by: "majority",
    dataVersion: 0,
  });
  return { id };
}

/** A closed batch whose annotators discuss the checklist that both have reviewed. */
async function discussed(fixture: Fixture) {
  const { id } = await reviewed(fixture);
  const admin = actAs(fixture.people["site admin"].actor, "admin");
  await moveBatch(admin, id, "close");
  await setReviewDiscussion(admin, id, { open: true });
  const { rubricId } = await db.batchRubric.findFirstOrThrow({ where: { batchId: id } });
  return { id, rubric: rubricId };
}

const closed = async (fixture: Fixture) => ({ id: (await contested(fixture)).id });
const elsewhere = async ({ otherStudy }: Fixture) => ({
  id: (await makeBatch({ dataset: await makeDataset({ project: otherStudy }) })).id,
});

export const cases: RouteCases = {
  "GET /api/v1/batches/[id]/adjudication": {
    may: ADMINS,
    params: closed,
    foreign: elsewhere,
    query: () => ({ below: "1", tolerance: "0", tied: "true", flagged: "true" }),
  },
  "POST /api/v1/batches/[id]/adjudication": {
    may: ADMINS,
    params: closed,
    foreign: elsewhere,
    body: () => ({ rule: DEFAULT_RULE, adjudicators: [] }),
  },
  "POST /api/v1/batches/[id]/adjudication/[case]": {
    may: ["other annotator", "admin"],
    params: begun,
    foreign: async (fixture) => ({ ...(await elsewhere(fixture)), case: (await begun(fixture)).case }),
    body: () => ({ value: 3, note: "Between the two", after: 0 }),
  },
  "POST /api/v1/batches/[id]/adjudication/[case]/comments": {
    may: ["other annotator", "admin"],
    params: begun,
    foreign: async (fixture) => ({ ...(await elsewhere(fixture)), case: (await begun(fixture)).case }),
    body: () => ({ text: "The second sentence decides it." }),
  },
  "PUT /api/v1/batches/[id]/adjudication/discussion": {
    may: ADMINS,
    params: async (fixture) => ({ id: (await begun(fixture)).id }),
    foreign: elsewhere,
    body: () => ({ open: true }),
  },
  "POST /api/v1/batches/[id]/adjudication/shares": {
    may: ADMINS,
    params: async (fixture) => ({ id: (await begun(fixture)).id }),
    foreign: elsewhere,
    body: () => ({ among: [], anew: true }),
  },
  "POST /api/v1/batches/[id]/rubrics/[rubric]/comments": {
    may: ["annotator", "other annotator", "admin"],
    params: discussed,
    foreign: async (fixture) => ({
      ...(await elsewhere(fixture)),
      rubric: (await discussed(fixture)).rubric,
    }),
    body: () => ({ text: "It asks for two things." }),
  },
  "PUT /api/v1/batches/[id]/rubrics/discussion": {
    may: ADMINS,
    params: reviewed,
    foreign: elsewhere,
    body: () => ({ open: true }),
  },
  "POST /api/v1/batches/[id]/consensus": {
    may: ADMINS,
    params: reviewed,
    foreign: elsewhere,
    body: () => ({ by: "majority", dataVersion: 0 }),
  },
  "POST /api/v1/batches/[id]/followers": {
    may: ADMINS,
    params: withNextVersion,
    foreign: elsewhere,
    body: () => ({ purpose: "score", kind: "checklist" }),
  },
};
