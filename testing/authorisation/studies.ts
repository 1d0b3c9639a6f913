import { db } from "@/lib/database/db";
import { type Fixture, PERSONAS, type Persona, type RouteCases } from "@/testing/authorisation/case";
import { makeJudgedDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeStudy } from "@/testing/builders/studies";
import { makeClosedBatch } from "@/testing/builders/submissions";

const READERS: Persona[] = ["researcher", "admin", "site admin"];
const ADMINS: Persona[] = ["admin", "site admin"];
const EVERYBODY = [...PERSONAS];

const closed = ({ people }: Fixture) =>
  makeClosedBatch({ people: [people.annotator, people["other annotator"]], tasks: 1 });

const frozen = async (fixture: Fixture) => ({ study: (await makeStudy([await closed(fixture)])).id });
const named = ({ id, versionId }: { id: string; versionId: string }) => ({ study: id, version: versionId });
const version = async (fixture: Fixture) => named(await makeStudy([await closed(fixture)]));
const waiting = async (fixture: Fixture) =>
  named(await makeStudy([await closed(fixture)], { state: "asked" }));
const failed = async (fixture: Fixture) => {
  const params = await waiting(fixture);
  await db.studyVersion.updateMany({
    where: { studyId: params.study },
    data: { failure: "It was too much." },
  });
  return params;
};
const published = async (fixture: Fixture) => ({
  card: (await makeStudy([await closed(fixture)], { state: "public", texts: true })).token,
});

const elsewhere = async ({ otherStudy }: Fixture) => {
  const person = await makeMember("annotator", { project: otherStudy });
  return makeStudy([await makeClosedBatch({ people: [person], tasks: 1 })]);
};
const foreign = async (fixture: Fixture) => ({ study: (await elsewhere(fixture)).id });
const foreignVersion = async (fixture: Fixture) => named(await elsewhere(fixture));

/** A new batch and study for every request: a repeated request must not be refused for being repeated. */
const what = async (fixture: Fixture) => ({
  title: "What was found",
  authors: "Curie, M.",
  notes: "",
  batches: [(await closed(fixture)).id],
  datasets: [(await makeJudgedDataset({ project: fixture.study, tasks: 1 })).id],
});

export const cases: RouteCases = {
  "GET /api/v1/projects/[project]/studies": {
    may: READERS,
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
  },
  "POST /api/v1/projects/[project]/studies": {
    may: READERS,
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
    body: what,
  },
  "GET /api/v1/studies/[study]": { may: READERS, params: frozen, foreign },
  "POST /api/v1/studies/[study]": { may: READERS, params: frozen, foreign, body: what },
  "POST /api/v1/studies/[study]/versions/[version]": {
    may: READERS,
    params: failed,
    foreign: foreignVersion,
  },
  "DELETE /api/v1/studies/[study]/versions/[version]": {
    may: READERS,
    params: waiting,
    foreign: foreignVersion,
  },
  "GET /api/v1/studies/[study]/versions/[version]/bundle": {
    may: READERS,
    params: version,
    foreign: foreignVersion,
  },
  "PUT /api/v1/studies/[study]/versions/[version]/card": {
    may: ADMINS,
    params: version,
    foreign: foreignVersion,
    body: () => ({ texts: false, listed: false }),
  },
  "DELETE /api/v1/studies/[study]/versions/[version]/card": {
    may: ADMINS,
    params: version,
    foreign: foreignVersion,
  },
  "GET /api/v1/cards/[card]/labels": { may: EVERYBODY, params: published },
  "GET /api/v1/cards/[card]/manifest": { may: EVERYBODY, params: published },
  "GET /api/v1/cards/[card]/tables/[table]": {
    may: EVERYBODY,
    params: async (fixture) => ({ ...(await published(fixture)), table: "agreement" }),
  },
  "GET /api/v1/cards/[card]/material": { may: EVERYBODY, params: published },
};
