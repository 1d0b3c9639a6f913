import type { NewBatch } from "@/lib/batch/schema";
import type { Intake } from "@/lib/batch/schema/intake";
import type { PresetId, Settings, Step } from "@/lib/protocol/schema";

/** Initial settings of a queue of production samples: every tenth, fifty a day, without an end. */
export const QUEUE_INTAKE: Intake = { limit: 1_000_000, rate: 0.1, perDay: 50 };

type Queued = Pick<NewBatch, "arms" | "selection" | "subjectOrder" | "intake" | "dueAt" | "quality">;

/** The settings with which a preset begins: production samples come without drafts. */
export function settingsFor(preset: PresetId, settings: Settings): Settings {
  return preset === "queue" ? { ...settings, exposure: "none" } : settings;
}

/**
 * Turns a design into a queue: a first sample and then new subjects as they come, oldest first and without an end;
 * one person for each, and two more without drafts for a tenth, by which agreement is measured.
 */
export function asQueue(
  { selection, quality }: Pick<Queued, "selection" | "quality">,
  steps: Step[],
): Queued {
  return {
    arms: [{ name: "A", k: 1, steps, exposure: null }],
    selection: { ...selection, sample: { size: 50, by: "everything" } },
    subjectOrder: "fixed",
    intake: QUEUE_INTAKE,
    dueAt: null,
    quality: { ...quality, planted: null, reserve: { share: 0.1, k: 2 } },
  };
}
