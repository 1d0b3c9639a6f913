import type { Member } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { createRun } from "@/lib/drafting/data/create-run";
import { startRun } from "@/lib/drafting/data/run-lifecycle";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import { NewRun } from "@/lib/drafting/schema/runs";
import { done, recordAnswers } from "@/prisma/demo/recorded-calls";
import { refinement, writtenAnswer } from "@/prisma/demo/written-answers";

/** A run of STICK's refinement on one task of the sample study, over recorded answers. Its trace can be read. */
export async function seedRefinement(
  admin: Member<"admin">,
  { projectId, datasetId, endpoint }: { projectId: string; datasetId: string; endpoint: { id: string } },
): Promise<void> {
  const task = await db.task.findFirstOrThrow({ where: { datasetId, key: refinement.task } });
  const { id } = done(
    await createRun(
      admin,
      projectId,
      NewRun.parse({
        ...{ name: "STICK self-refinement (recorded, written by hand)", dataset: datasetId },
        ...{ method: "stick.refine", endpoint: endpoint.id, selection: { filter: {}, tasks: [task.id] } },
      }),
    ),
  );
  await recordAnswers(id, writtenAnswer);
  await startRun(admin, id);
  await workOnDrafts();
}
