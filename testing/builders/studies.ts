import { randomUUID } from "node:crypto";
import { actAs } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { publishCard } from "@/lib/study/data/cards";
import { freezeVersion } from "@/lib/study/data/freeze";
import { freezeStudy } from "@/lib/study/data/request-freeze";
import type { TestBatch } from "@/testing/builders/batches";
import type { TestDataset } from "@/testing/builders/datasets";
import { makeSiteAdmin } from "@/testing/builders/people";

/** A study of closed batches and imported studies: requested, frozen, or also public. */
export async function makeStudy(
  batches: readonly TestBatch[],
  {
    datasets = [],
    state = "frozen",
    title = `Study ${randomUUID().slice(0, 8)}`,
    authors = "",
    notes = "",
    texts = false,
    listed = false,
  }: {
    datasets?: readonly TestDataset[];
    state?: "asked" | "frozen" | "public";
    title?: string;
    authors?: string;
    notes?: string;
    texts?: boolean;
    listed?: boolean;
  } = {},
): Promise<{ id: string; versionId: string; projectId: string; token: string }> {
  const projectId = (batches[0] ?? datasets[0])?.projectId ?? "";
  const { actor } = await makeSiteAdmin();
  const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id);
  const what = { title, authors, notes, batches: ids(batches), datasets: ids(datasets) };
  const requested = await freezeStudy(actAs(actor, "researcher"), projectId, what);
  if (!requested || "refused" in requested) throw new Error(`nothing was asked for: ${requested?.refused}`);
  const { id: versionId } = await db.studyVersion.findFirstOrThrow({ where: { studyId: requested.id } });
  if (state !== "asked") await freezeVersion(versionId);
  let token = "";
  if (state === "public") {
    const card = await publishCard(
      actAs(actor, "admin"),
      { study: requested.id, version: versionId },
      { texts, listed },
    );
    if (!card || "refused" in card) throw new Error(`it was not made public: ${card?.refused}`);
    token = card.url.slice(card.url.lastIndexOf("/") + 1);
  }
  return { id: requested.id, versionId, projectId, token };
}
