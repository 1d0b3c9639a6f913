import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { eraseOwnAccount } from "@/lib/account/data/erasure";
import { db } from "@/lib/database/db";
import { findCard, labelFile } from "@/lib/study/data/cards";
import { freezeVersion } from "@/lib/study/data/freeze";
import { findStudy } from "@/lib/study/data/studies";
import type { Manifest } from "@/lib/study/schema";
import { filesOf, makeStudyFixture, textOf, verified } from "@/lib/study/testing/frozen";
import { makeStudy } from "@/testing/builders/studies";

test.for(["keep", "remove"] as const)(
  "erased with “%s”: a frozen version keeps or drops the person's labels",
  async (onErasure, { annotate }) => {
    const { researcher, batch, people, project } = await makeStudyFixture();
    await db.project.update({ where: { id: project.id }, data: { onErasure } });
    const wrote = `canary${randomUUID().replaceAll("-", "")}`;
    await db.judgement.updateMany({
      where: { batchId: batch.id, raterId: people[0].raterId },
      data: { metadata: { note: wrote } },
    });
    const { id, versionId, token } = await makeStudy([batch], { state: "public" });
    const before = await filesOf(researcher.actor, { id, versionId });
    const holds = (files: ReadonlyMap<string, Buffer>, text: string) =>
      [...files].filter(([, bytes]) => bytes.includes(text)).map(([name]) => name);
    expect(holds(before, people[0].pseudonym)).toContain("batch-1/tables/annotators.csv");
    const card = async () => {
      const found = await findCard(token);
      return found ? await textOf(labelFile(found, "csv")) : "";
    };
    expect((await card()).trim().split("\r\n")).toHaveLength(13);

    expect(await eraseOwnAccount(people[0].actor)).toEqual({ erased: true });
    const files = await filesOf(researcher.actor, { id, versionId });
    expect(files.get("manifest.json")).toEqual(before.get("manifest.json"));
    expect(files.get("batch-1/card.jsonl")).toEqual(before.get("batch-1/card.jsonl"));
    const { code, out } = await verified(files, annotate);
    expect([code, out.includes("because a person was erased")]).toEqual([0, onErasure === "remove"]);
    if (onErasure === "keep") {
      expect([...files]).toEqual([...before]);
      return;
    }
    expect(holds(files, people[0].pseudonym)).toEqual([]);
    expect(holds(files, wrote)).toEqual([]);
    expect(holds(files, people[1].pseudonym)).toContain("batch-1/study.jsonl");
    expect((await card()).trim().split("\r\n")).toHaveLength(7);

    // Additions and manual changes are detected too.
    const studyFile = String(files.get("batch-1/study.jsonl"));
    const forge = (text: string) =>
      verified(new Map(files).set("batch-1/study.jsonl", Buffer.from(text)), annotate);
    const own = studyFile.split("\n").find((line) => line.includes(`"rater":"${people[1].pseudonym}"`)) ?? "";
    const added = own.replaceAll(people[1].pseudonym, "A-0000");
    expect((await forge(`${studyFile}${added}\n`)).out).toContain(
      "1 records of kind labels are not in the manifest",
    );
    expect((await forge(studyFile.replace(`${own}\n`, ""))).code).toBe(1);
    const listed: Manifest["parts"] = JSON.parse(String(files.get("manifest.json"))).parts;
    const claimed = [
      ...JSON.parse(String(files.get("erased.json"))),
      ...listed.filter(({ kind }) => kind === "design"),
    ];
    const undesigned = new Map(files).set("erased.json", Buffer.from(JSON.stringify(claimed)));
    undesigned.delete("batch-1/design.jsonl");
    expect((await verified(undesigned, annotate)).out).toContain(
      "a part of kind design with 1 records is not here as it was",
    );

    expect((await findStudy(researcher.actor, id))?.versions[0]?.erasedAt).not.toBeNull();
    expect(await db.frozenContent.count({ where: { chunks: { none: {} } } })).toBe(0);
  },
);

test("a person erased while a version is made is not in it", async () => {
  const { batch, people, project } = await makeStudyFixture();
  await db.project.update({ where: { id: project.id }, data: { onErasure: "remove" } });
  const { versionId } = await makeStudy([batch], { state: "asked" });
  await Promise.all([freezeVersion(versionId), eraseOwnAccount(people[0].actor)]);
  const { frozenAt, failure } = await db.studyVersion.findUniqueOrThrow({ where: { id: versionId } });
  expect({ frozen: frozenAt !== null, failure }).toEqual({ frozen: true, failure: null });
  expect(await db.frozenPart.count({ where: { versionId, raterId: people[0].raterId } })).toBe(0);
});
