import { expect, test } from "vitest";
import { findRunChoices } from "@/lib/drafting/data/run-choices";
import { findRunProject, listUnits } from "@/lib/drafting/data/run-units";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeRun } from "@/testing/builders/runs";

test("units come in pages, for researchers of the project alone", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 30 });
  const run = await makeRun({ dataset });
  const { actor } = await makeMember("researcher", { project });
  const first = await listUnits(actor, run.id);
  expect(first?.units).toHaveLength(25);
  expect(first).toMatchObject({ previous: null, next: 24 });
  const second = await listUnits(actor, run.id, { after: 24 });
  expect(second?.units.map(({ position }) => position)).toEqual([25, 26, 27, 28, 29]);
  expect(second).toMatchObject({ previous: -1, next: null });
  expect((await listUnits(actor, run.id, { state: "failed" }))?.units).toEqual([]);
  expect(await findRunProject(actor, run.id)).toBe(project.id);

  const stranger = await makeMember("researcher");
  expect(await listUnits(stranger.actor, run.id)).toBeNull();
  expect(await findRunProject(stranger.actor, run.id)).toBeNull();
});

test("only admins of the project see the filters that a run can have", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 2, responses: 2 });
  const [own, strange] = await Promise.all([makeMember("admin", { project }), makeMember("admin")]);
  const choices = await findRunChoices(own.actor, dataset.id);
  expect(choices.examples.map(({ responses }) => responses.length)).toEqual([2, 2]);
  expect(await findRunChoices(strange.actor, dataset.id)).toEqual({ rubrics: [], several: [], examples: [] });
});
