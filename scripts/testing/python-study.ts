import { db } from "@/lib/database/db";
import { makeMember, makeToken } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeReadBatch } from "@/testing/builders/read-batch";

// Data that the tests of the Python client read: a judged batch, an empty project, and tokens. Printed as
// environment.
async function prepare(): Promise<void> {
  const { admin, project } = await makeReadBatch();
  const batch = await db.batch.findFirstOrThrow({ where: { projectId: project } });
  const empty = await makeProject();
  await makeMember("admin", { project: empty, user: admin });
  const prepared = {
    COUNTERSIGN_TOKEN: (await makeToken(admin)).token,
    COUNTERSIGN_READ_TOKEN: (await makeToken(admin, { scopes: ["read"] })).token,
    TEST_BATCH: batch.id,
    TEST_DATASET: batch.datasetId,
    TEST_PROJECT: empty.id,
  };
  console.log(JSON.stringify(prepared));
  process.exit(0);
}

prepare();
