import type { Setup } from "@/lib/export/rules/methods/batch-setup";
import { NO_MEASURES } from "@/lib/quality/schema";

/** The setup of a batch that was never opened and uses none of the optional measures; without its arms. */
export const UNUSED_SETUP: Omit<Setup, "arms"> = {
  sample: null,
  seed: 7,
  subjectOrder: "random",
  itemOrder: "fixed",
  names: new Map(),
  guidelines: [],
  mustRead: false,
  quality: NO_MEASURES,
  checks: 0,
  planted: 0,
  adjudication: null,
  participants: 0,
  further: { submissions: 0, subjects: 0 },
  attemptsGranted: 0,
  waived: 0,
  opened: null,
  closed: null,
  asOf: null,
  minutes: null,
};
