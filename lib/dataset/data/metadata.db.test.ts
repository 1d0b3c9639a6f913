import { expect, test } from "vitest";
import { groupByField, listMetadata } from "@/lib/dataset/data/metadata";
import { listTasks } from "@/lib/dataset/data/tasks";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { db } from "@/lib/db";
import { makeMember } from "@/prisma/builders";

async function imported() {
  const admin = await makeMember("admin");
  const rows = ["q1,Why?,hard,x1", "q2,How?,easy,x2", "q3,Where?,hard,x3"];
  const done = await importStudyFile(
    admin.projectId,
    [Buffer.from(["id,question,difficulty,note", ...rows].join("\n"))],
    { fileName: "questions.csv" },
  );
  if (!("datasetId" in done)) throw new Error(done.failure);
  return { admin, dataset: done.datasetId };
}

test("columns without a meaning are listed with their values, and narrow tasks down", async () => {
  const { admin, dataset } = await imported();
  expect(await listMetadata(admin.actor, dataset)).toEqual([
    {
      field: "difficulty",
      tasks: 3,
      distinct: 2,
      isGroup: false,
      values: [
        { value: "hard", tasks: 2 },
        { value: "easy", tasks: 1 },
      ],
    },
    expect.objectContaining({ field: "note", distinct: 3 }),
  ]);
  const found = await listTasks(admin.actor, dataset, { meta: ["difficulty=hard", "note=x3"] });
  expect(found?.tasks.map(({ key }) => key)).toEqual(["q3"]);
  expect(await listMetadata((await makeMember("researcher")).actor, dataset)).toBeNull();
});

test("a field becomes a group of tags and stops being one, and reports are made anew", async () => {
  const { admin, dataset } = await imported();
  const tags = async () =>
    (await db.task.findMany({ where: { datasetId: dataset }, orderBy: { key: "asc" } })).map(
      (task) => task.tags,
    );
  expect(await groupByField(admin.actor, dataset, { field: "difficulty", on: true })).toEqual({ tasks: 3 });
  expect(await groupByField(admin.actor, dataset, { field: "difficulty", on: true })).toEqual({ tasks: 0 });
  expect(await tags()).toEqual([["difficulty: hard"], ["difficulty: easy"], ["difficulty: hard"]]);
  expect((await listMetadata(admin.actor, dataset))?.[0]).toMatchObject({ isGroup: true });
  expect((await db.dataset.findUniqueOrThrow({ where: { id: dataset } })).dataVersion).toBe(1);
  expect(await groupByField(admin.actor, dataset, { field: "difficulty", on: false })).toEqual({ tasks: 3 });
  expect(await tags()).toEqual([[], [], []]);
  expect(await groupByField(admin.actor, dataset, { field: "nothing", on: true })).toMatchObject({
    refused: "no-group",
  });
  const stranger = await makeMember("admin");
  expect(await groupByField(stranger.actor, dataset, { field: "difficulty", on: true })).toBeNull();
});
