import { randomUUID } from "node:crypto";
import { expect, onTestFinished } from "vitest";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { createProlificStudy, requestProlificAction } from "@/lib/prolific/data/actions";
import { connectProlific } from "@/lib/prolific/data/connection";
import { findProlificStudy } from "@/lib/prolific/data/studies";
import { prolificJobs } from "@/lib/prolific/jobs";
import type { NewProlificAction } from "@/lib/prolific/schema";
import { fetchProlificJob, prolificActionJob } from "@/lib/prolific/schema/jobs";
import type { ProlificRequest } from "@/lib/prolific/testing/state";
import { openProlificStub, type ProlificFault } from "@/lib/prolific/testing/stub";
import { runJob } from "@/lib/queue/testing/run-job";
import { makeBatch, makeParticipationLink } from "@/testing/builders/batches";
import { makeMember } from "@/testing/builders/people";

export const STUDY = {
  name: "Rate answers of chatbots",
  description: "You read answers and say how good they are.",
  reward: 150,
  places: 3,
  minutes: 10,
  autoApprove: false,
  screenOutReward: 20,
  screenOutPlaces: 2,
};

type Fault = (request: ProlificRequest, nth: number) => ProlificFault | Promise<ProlificFault>;

/** An open batch with a link, in a project that is connected to a stub. */
export async function connected(fault?: Fault) {
  const stub = await openProlificStub(env().PROLIFIC_ORIGIN, fault);
  onTestFinished(() => stub.close());
  const batch = await makeBatch();
  const { id: link, token } = await makeParticipationLink(batch);
  const admin = await makeMember("admin", { project: { id: batch.projectId } });
  expect(await connectProlific(admin.actor, batch.projectId, stub.token)).toEqual({ tokenLastFour: "1234" });
  return { stub, batch, link, token, admin: admin.actor };
}

type World = Awaited<ReturnType<typeof connected>>;

export const perform = (id: string) => runJob(prolificJobs, prolificActionJob, { id });

export async function studyOf({ admin, link }: World) {
  const found = await findProlificStudy(admin, link);
  if (!found?.study) return expect.fail("there is no study");
  return found.study;
}

/** A published study with these submissions, fetched. */
export async function published(people: string[], fault?: Fault) {
  const world = await connected(fault);
  const { admin, link, stub } = world;
  const made = await createProlificStudy(admin, link, { key: randomUUID(), ...STUDY });
  if (!made || "refused" in made) return expect.fail();
  await perform(made.action);
  const going = await requestProlificAction(admin, link, { kind: "publish", key: randomUUID() });
  if (!going || "refused" in going) return expect.fail();
  await perform(going.action);
  const { externalId } = await studyOf(world);
  const submitted = people.map((person) => stub.state.submit(externalId ?? "", person));
  await fetchNow(world);
  return { ...world, submitted, study: await studyOf(world) };
}

export async function fetchNow(world: World) {
  const { id } = await studyOf(world);
  await runJob(prolificJobs, fetchProlificJob, { id });
}

export async function request(world: World, action: NewProlificAction) {
  const made = await requestProlificAction(world.admin, world.link, action);
  if (!made || "refused" in made) return expect.fail(JSON.stringify(made));
  return made.action;
}

export const actionOf = (id: string) => db.prolificAction.findUniqueOrThrow({ where: { id } });
