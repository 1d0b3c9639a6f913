import { CITATIONS } from "@/lib/protocol/rules/citations";
/**
 * The training settings that the paper gives (appendix B.3), under the names of TRL's arguments. Base models, hardware
 * and everything else are not part of it.
 */
export const PAPER_SETTINGS = {
  source: `${CITATIONS.salc}, appendix B.3`,
  sft: {
    for: ["criteria", "judge"],
    num_train_epochs: 3,
    learning_rate: 1e-5,
    effective_batch_size: 64,
    lr_scheduler_type: "cosine",
  },
  dpo: {
    for: ["preferences"],
    num_train_epochs: 2,
    learning_rate: 1e-6,
    effective_batch_size: 64,
    lr_scheduler_type: "cosine",
  },
  inference: { do_sample: false },
  note: "The effective batch size is per_device_train_batch_size × gradient_accumulation_steps × number of devices.",
} as const;
