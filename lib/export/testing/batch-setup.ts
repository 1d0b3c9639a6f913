import { expect } from "vitest";
import { fromSnapshot } from "@/lib/database/snapshot";
import { findBatchSetup } from "@/lib/export/data/batch-setup";
import { batchSetupSentences } from "@/lib/export/rules/methods/batch-setup";

/** The setup of a batch as an export reads it, and what the methods paragraph says of it. */
export async function setupOf(batch: { id: string }) {
  for await (const setup of fromSnapshot(async function* (snapshot) {
    yield await findBatchSetup(snapshot, batch.id);
  }))
    return setup ? { ...setup, text: batchSetupSentences(setup.words).join(" ") } : expect.fail();
  return expect.fail();
}
