import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import { env } from "@/lib/env";
import { openStub, type Stub } from "@/lib/llm/testing/stub";
import { asOwner } from "@/testing/as-owner";
import { makeDataset } from "@/testing/builders/datasets";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint, makeRun } from "@/testing/builders/runs";

let stub: Stub;

/** Slows down pausing a run and giving back a unit, as a busy database does. */
const SLOW = `
  CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1); RETURN NEW; END';
  CREATE TRIGGER "slow_pause" BEFORE UPDATE ON "DraftRun" FOR EACH ROW
    WHEN (OLD."state" = 'running' AND NEW."state" = 'paused_budget') EXECUTE FUNCTION slowly();
  CREATE TRIGGER "slow_return" BEFORE UPDATE ON "DraftUnit" FOR EACH ROW
    WHEN (OLD."state" = 'working' AND NEW."state" = 'waiting') EXECUTE FUNCTION slowly();`;

beforeAll(async () => {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  const say = "Analysis: short.\nAnswer:\n- Does it name the topic?";
  stub = await openStub(() => ({ say }), Number(new URL(origin).port));
  await asOwner((owner) => owner.query(SLOW));
});
afterAll(async () => {
  await asOwner((owner) => owner.query("DROP FUNCTION slowly CASCADE"));
  await stub.close();
});

test("a worker ends only after it has given back a unit that it claimed again while the run was pausing", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 2, responses: 1, checklist: 2, drafts: false });
  const endpoint = await makeEndpoint({ project, baseUrl: stub.base });
  const run = await makeRun({ dataset, endpoint, maxCalls: 1, state: "running" });
  await workOnDrafts();
  const states = await db.draftUnit.groupBy({ by: ["state"], where: { runId: run.id }, _count: true });
  expect(Object.fromEntries(states.map(({ state, _count }) => [state, _count]))).toEqual({
    done: 1,
    waiting: 1,
  });
});
