import "server-only";
import type { Snapshot } from "@/lib/dataset/data/snapshot";
import type { Setup } from "@/lib/export/rules/methods";

interface SetupRow {
  name: string;
  preset: string;
  seed: number;
  subjectOrder: string;
  itemOrder: string;
  leaseMinutes: number;
  mustRead: boolean;
  selection: unknown;
  quality: unknown;
  openedAt: Date | null;
  closedAt: Date | null;
}

interface ArmRow {
  name: string;
  k: number;
  reserved: boolean;
  protocol: { steps: Setup["arms"][number]["steps"] };
}

/** How a batch was set up, for programs and for the methods. */
export async function setupOf(snapshot: Snapshot, batchId: string) {
  const [batch] = await snapshot.rows<SetupRow>(
    `SELECT "name", "preset", "seed", "subjectOrder", "itemOrder", "leaseMinutes", "mustRead", "selection", "quality",
       "openedAt", "closedAt" FROM "Batch" WHERE "id" = $1`,
    [batchId],
  );
  const arms = await snapshot.rows<ArmRow>(
    `SELECT "name", "k", "reserved", "protocol" FROM "Arm" WHERE "batchId" = $1 ORDER BY "position"`,
    [batchId],
  );
  const guidelines = await snapshot.rows<{ version: number; text: string }>(
    `SELECT "version", "text" FROM "Guidelines" WHERE "batchId" = $1 ORDER BY "version"`,
    [batchId],
  );
  if (!batch) return null;
  const { seed, subjectOrder, itemOrder } = batch;
  const words: Setup = {
    arms: arms.map(({ name, k, reserved, protocol }) => ({ name, k, reserved, steps: protocol.steps })),
    seed,
    subjectOrder,
    itemOrder,
    guidelines: guidelines.at(-1)?.version ?? 0,
  };
  return { protocol: { ...batch, arms }, guidelines, words };
}
