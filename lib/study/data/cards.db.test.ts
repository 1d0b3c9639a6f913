import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import {
  contentsOf,
  findCard,
  labelFile,
  manifestFile,
  materialFile,
  publishCard,
  revokeCard,
} from "@/lib/study/data/cards";
import { named, textOf } from "@/lib/study/testing/frozen";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeStudy } from "@/testing/builders/studies";
import { makeClosedBatch } from "@/testing/builders/submissions";

test("a card shows labels and numbers, and no names or texts", async () => {
  const canary = (what: string) => `canary-${what}-${randomUUID().slice(0, 8)}`;
  const words = {
    name: canary("name"),
    email: `${canary("mail")}@example.org`,
    instruction: canary("instruction"),
    response: canary("response"),
    note: canary("note"),
    reason: canary("reason"),
    guidelines: canary("guidelines"),
    notes: canary("notes"),
  };
  const project = await makeProject();
  const person = await makeMember("annotator", { project });
  await db.user.update({ where: { id: person.id }, data: { name: words.name, email: words.email } });
  const batch = await makeClosedBatch({ people: [person] });
  const { datasetId } = await db.batch.findUniqueOrThrow({ where: { id: batch.id } });
  await db.task.updateMany({ where: { datasetId }, data: { instruction: words.instruction } });
  await db.response.updateMany({ where: { datasetId }, data: { text: words.response } });
  await db.guidelines.create({
    data: { projectId: project.id, batchId: batch.id, version: 7, text: words.guidelines },
  });
  await db.judgement.updateMany({ where: { batchId: batch.id }, data: { metadata: { note: words.note } } });
  const [judgement] = await db.judgement.findMany({ where: { batchId: batch.id }, take: 1 });
  await db.decision.create({
    data: {
      datasetId,
      batchId: batch.id,
      judgementId: judgement?.id,
      assignmentId: judgement?.assignmentId,
      armId: judgement?.armId,
      arm: judgement?.arm,
      step: 0,
      exposure: "none",
      raterId: person.raterId,
      action: "add",
      text: words.reason,
      reasonNote: words.reason,
    },
  });
  const study = await makeStudy([batch], { state: "public", notes: words.notes });
  const { token } = study;
  const admin = actAs((await makeMember("admin", { project })).actor, "admin");

  const everything = async (of = token) => {
    const card = await findCard(of);
    if (!card) return null;
    const contents = await contentsOf(card);
    const shown = contents.map(({ batch, tables }) => ({ batch, tables }));
    return [
      await textOf(labelFile(card, "csv")),
      await textOf(labelFile(card, "jsonl")),
      manifestFile(card),
      JSON.stringify(shown),
    ].join("\n");
  };
  const shown = await everything();
  expect(shown).toContain("R-");
  for (const hidden of [...Object.values(words), person.pseudonym, person.raterId, person.id, project.name])
    expect(shown).not.toContain(hidden);

  // Another card of the same version names the same person differently.
  const calledIn = (text: string | null) => text?.match(/"(R-\w{8})"/)?.[1];
  expect(await revokeCard(admin, named(study))).toEqual({ revoked: true });
  expect(await revokeCard(admin, named(study))).toEqual({ revoked: false });
  expect(await findCard(token)).toBeNull();
  const again = await publishCard(admin, named(study), { texts: true, listed: false });
  const other = again && "url" in again ? again.url.slice(again.url.lastIndexOf("/") + 1) : "";
  expect(other).not.toBe(token);
  expect(calledIn(await everything(other))).not.toBe(calledIn(shown));

  // A card with texts contains the judged texts, but nothing about people.
  const card = await findCard(other);
  if (!card) throw new Error("there is no card");
  const material = await textOf(materialFile(card));
  expect(material).toContain(words.instruction);
  for (const hidden of [words.note, words.reason, words.guidelines, "drafter-1", person.pseudonym])
    expect(material).not.toContain(hidden);
});
