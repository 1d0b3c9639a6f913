import { z } from "zod";

/* JSON columns that a stimulus is built from: the choice of an assignment, and parts of provenances and metadata. */

/** The chosen rubrics and drafts, stored in the assignment's `order` so that they never change. */
export const ChosenDrafts = z.object({
  arm: z.uuid(),
  rubricVersions: z.array(z.uuid()),
  /** The versions that each step works on; if missing, all of its kind. */
  rubrics: z.array(z.array(z.uuid())).optional(),
  drafts: z.array(z.uuid()),
  /** Units of drafting runs whose labels are shown. */
  labelled: z.array(z.uuid()).default([]),
  /** The labels that each step shows; if missing, all steps show the first. */
  labels: z.array(z.uuid().nullable()).optional(),
  /** For a comparison: as in `FrameRows`. */
  swapped: z.boolean().default(false),
  /** As in `Framed`. Never sent to clients. */
  salt: z.string().nullable().default(null),
});
export type ChosenDrafts = z.infer<typeof ChosenDrafts>;

/** An assignment's `order`, once its drafts are chosen. */
export const ChosenOrder = z.object({ shown: ChosenDrafts });

const StoredSpan = z.object({ start: z.int().min(0), end: z.int().min(1) });

/** Provenance of a draft by rules; imported drafts may lack all of it. */
export const ProofProvenance = z.object({
  note: z.string().nullable().catch(null),
  flags: z.array(z.string()).catch([]),
  evidence: z
    .object({ spans: z.array(StoredSpan) })
    .nullable()
    .catch(null),
});

/** The part of a provenance that explains a missing value. */
export const ProofOutcome = z.object({
  tier: z.enum(["full", "partial", "none"]),
  verdict: z.enum(["yes", "no", "borderline", "inapplicable"]).nullable(),
  evidence: z
    .object({ summary: z.string(), counts: z.record(z.string(), z.number()), loose: z.string() })
    .partial({ counts: true, loose: true })
    .nullable(),
});

/** The result of a run's unit whose method labels items. */
export const LabellingResult = z.object({
  labels: z.array(z.object({ item: z.string(), labels: z.array(z.string()) })),
});

/** The words of the instruction that an item quotes, in its metadata. */
export const QuotingMetadata = z.object({ span: StoredSpan });
