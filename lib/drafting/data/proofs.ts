import "server-only";
import type { Tx } from "@/lib/database/db";
import type { Proof } from "@/lib/drafting/rules/proofs";
import { VERIFY } from "@/lib/drafting/rules/provenance-labels";
import { Prisma } from "@/prisma/generated/client/client";

/** The wording of an item, and the response, that a proof is about. */
interface About {
  itemId: string;
  responseId: string;
  wording: number;
}

const keyOf = ({ itemId, responseId, wording }: About) => `${VERIFY}/${itemId}/${responseId}/${wording}`;

/** A project's rater for drafts that are proofs. */
export async function rulesRater(tx: Tx, projectId: string): Promise<string> {
  const rater = { projectId, datasetId: null, kind: "rules", code: "rules", method: VERIFY } as const;
  await tx.rater.createMany({ data: [rater], skipDuplicates: true });
  const { id } = await tx.rater.findFirstOrThrow({ where: rater, select: { id: true } });
  return id;
}

/**
 * Returns a function that tells whether the rules already have a draft for a question on one of the task's
 * responses, whatever made it.
 */
export async function provedAlready(tx: Tx, taskId: string): Promise<(about: About) => boolean> {
  const drafted = await tx.draft.findMany({
    where: { taskId, method: VERIFY, rater: { kind: "rules" } },
    select: { key: true, itemId: true, responseId: true },
  });
  const keys = new Set(drafted.map(({ key }) => key));
  // An imported draft is about the wording it was imported with.
  const imported = new Set(
    drafted
      .filter(({ key, itemId }) => !key.startsWith(`${VERIFY}/${itemId}/`))
      .map(({ itemId, responseId }) => `${itemId}/${responseId}`),
  );
  return (about) =>
    keys.has(keyOf(about)) || (about.wording === 1 && imported.has(`${about.itemId}/${about.responseId}`));
}

/** A proof as a separate draft, beside a model's. */
export function proofRow(
  about: About,
  { value, lines, provenance }: { value: Proof["value"]; lines: string[]; provenance: object },
  place: { datasetId: string; taskId: string; raterId: string; position: number },
): Prisma.DraftCreateManyInput {
  return {
    ...place,
    key: keyOf(about),
    target: "item",
    responseId: about.responseId,
    itemId: about.itemId,
    method: VERIFY,
    value: value ?? Prisma.DbNull,
    lines,
    provenance: provenance as unknown as Prisma.InputJsonObject,
  };
}
