import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { db } from "@/lib/db";
import { makeProject } from "@/prisma/builders";
import { studyFile } from "@/prisma/demo/study";
import { importStudyFile } from "./upload";

test("the sample study goes in whole", async () => {
  const project = await makeProject();
  const done = await importStudyFile(project.id, [readFileSync(studyFile)], {
    fileName: "study.jsonl",
    sample: true,
  });
  const { dataset } = await db.import.findUniqueOrThrow({
    where: { id: done.importId },
    include: { dataset: true },
  });
  expect(dataset).toMatchObject({
    name: "Everyday instructions (sample data)",
    state: "ready",
    sample: true,
    counts: { tasks: 24, responses: 48, rubrics: 25, drafts: 520, judgements: 0, decisions: 0 },
  });
  expect(await db.importChunk.count({ where: { importId: done.importId } })).toBe(0);
  expect(await db.importRow.count({ where: { importId: done.importId } })).toBe(618);
});
