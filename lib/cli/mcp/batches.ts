import { z } from "zod";
import { ArmDesign, BatchParams, NewBatch } from "@/lib/batch/schema";
import { Exposure } from "@/lib/judgement/schema";
import { DEFAULT_SETTINGS, protocolOf } from "@/lib/protocol/rules/presets";
import { Settings } from "@/lib/protocol/schema";
import type { Tool } from "./tool";

/** A batch by its preset: the steps, which are long, are made here. */
const BatchByPreset = NewBatch.omit({ arms: true }).extend({
  settings: Settings.partial()
    .default({})
    .describe("Settings that the preset leaves open; exposure is that of drafts"),
  arms: z
    .array(
      z.strictObject({
        name: ArmDesign.shape.name,
        k: ArmDesign.shape.k.describe("Raters per task, response or pair"),
        exposure: Exposure.nullable()
          .default(null)
          .describe("Exposure of this arm, for arms after the first; null: as in the first"),
      }),
    )
    .min(1)
    .max(8)
    .default([{ name: "A", k: 3, exposure: null }]),
});

/** The body of the API for a batch by its preset. */
function designOf(input: unknown): object {
  const { settings, arms, ...batch } = BatchByPreset.parse(input);
  const { steps } = protocolOf(batch.preset, { ...DEFAULT_SETTINGS, ...settings });
  return { ...batch, arms: arms.map((arm, index) => ({ ...arm, steps: index === 0 ? steps : null })) };
}

/** Tools for batches. A batch is made as a draft: opening it, which gives people work, is a call of its own. */
export const batchTools: readonly Tool[] = [
  {
    name: "create_batch",
    title: "Draft a batch",
    description:
      "Drafts a batch from a preset; annotators get no work until it is opened. `annotators` are memberships from list_people. " +
      "Several arms compare exposures. Its steps can be changed in the browser while it is a draft.",
    method: "POST",
    path: "/api/v1/batches",
    body: BatchByPreset,
    toBody: designOf,
  },
  {
    name: "preview_opening",
    title: "What opening a batch would make",
    description:
      "The tasks, responses or pairs, the assignments and the problems of a drafted batch if it were opened now. It stays a draft.",
    method: "GET",
    path: "/api/v1/batches/[id]/opening",
    params: BatchParams,
  },
  {
    name: "open_batch",
    title: "Open a batch",
    description:
      "Opens a drafted batch: its annotators get work, and its design stays. Ask before you open one.",
    method: "POST",
    path: "/api/v1/batches/[id]/open",
    params: BatchParams,
  },
];
