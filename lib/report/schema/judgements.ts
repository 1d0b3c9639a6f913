import { z } from "zod";
import { Exposure, type ExposureClass, RaterKind, Value } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import type { Behind } from "@/lib/report/schema/table";

/** The choices offered beside the usual ones: 1,000 replicates, 95 %, and ε = 0.15. */
export const REPLICATES = ["5000", "10000"] as const;
export const CONFIDENCES = ["0.9", "0.99"] as const;
export const EPSILONS = ["0.05", "0.1", "0.2"] as const;

const Word = z.string().min(1).max(500);

/** The selected part of a study; missing fields select everything. */
export const StudySelection = z.strictObject({
  item: Word.optional(),
  arm: Word.optional(),
  rater: Word.optional(),
  model: Word.optional(),
  family: Word.optional(),
  /** A value of the responses' metadata, as in "temperature: 0.7". */
  group: Word.optional(),
  /** Settings of its intervals, and ε of the alternative annotator test; missing: as usual. */
  replicates: z.enum(REPLICATES).optional(),
  confidence: z.enum(CONFIDENCES).optional(),
  epsilon: z.enum(EPSILONS).optional(),
});
export type StudySelection = z.infer<typeof StudySelection>;

/** The judgements to list, and the cursor. */
export const JudgementsQuery = StudySelection.extend({
  /** Drafts and judgements of LLMs and rules; missing: people's judgements. */
  by: z.literal("machines").optional(),
  /** For models: their method. */
  method: Word.optional(),
  /** For models: their condition. */
  condition: z.string().min(1).max(4000).optional(),
  exposure: z.enum(EXPOSURE_CLASSES).optional(),
  after: z
    .string()
    .regex(/^\d+\.[0-9a-f-]{36}$/)
    .optional(),
});
export type JudgementsQuery = z.infer<typeof JudgementsQuery>;

/** A judgement behind a number. People appear under their pseudonyms. */
export const ListedJudgement = z.object({
  id: z.string(),
  /** The assignment in which it was submitted; null for imported ones, and for models. */
  assignment: z.string().nullable(),
  raterKind: RaterKind,
  /** For models. */
  method: z.string().nullable(),
  /** For models: true for drafts of this installation's runs, whose prompts are stored. */
  drafted: z.boolean(),
  task: z.string(),
  /** The beginning of the instruction. */
  instruction: z.string(),
  /** One response, or the two of a pair. */
  responses: z.array(z.string()),
  /** The model that wrote it, if it is one. */
  model: z.string().nullable(),
  /** The item by its id, or `overall`, or `preference`. */
  item: z.string(),
  itemText: z.string().nullable(),
  rater: z.string(),
  arm: z.string().nullable(),
  exposure: Exposure.nullable(),
  /** Its value in the requested exposure class. */
  value: Value,
  draft: Value.nullable(),
  seconds: z.number().nullable(),
  submittedAt: z.string().nullable(),
});
export type ListedJudgement = z.infer<typeof ListedJudgement>;

export const JudgementPage = z.object({
  judgements: z.array(ListedJudgement),
  /** The cursor of the next page; null at the end. */
  next: z.string().nullable(),
});
export type JudgementPage = z.infer<typeof JudgementPage>;

/** A query as the end of a URL: "?item=C1&exposure=exposed"; empty for everything. */
export function judgementsQueryString(query: Behind & { exposure?: ExposureClass; after?: string }): string {
  const known = Object.entries(query).filter(
    ([name, value]) => value !== undefined && !(name === "item" && value === "all"),
  );
  const params = new URLSearchParams(known.sort(([a], [b]) => (a < b ? -1 : 1)));
  return params.size === 0 ? "" : `?${params}`;
}

/**
 * The judgements behind a row of a report on a part of a study: the conditions of both. In a part with one
 * item there are no others, and the whole study may use a longer name for it.
 */
export function behindIn(part: StudySelection, { item, ...behind }: Behind): Behind {
  const isNarrower = item !== undefined && item !== "all";
  const isOneItem = part.item !== undefined && !part.item.startsWith("category:");
  const { replicates: _, confidence: __, epsilon: ___, ...judgements } = part;
  return { ...judgements, ...behind, ...(isNarrower && !isOneItem && { item }) };
}

/** The prefix of a selection's parameters in the URL of an agreement page: "of.arm=a". */
const OF = "of.";

/** The selection in the URL of an agreement page; null when it is not valid. */
export function selectionIn(
  query: Readonly<Record<string, string | string[] | undefined>>,
): StudySelection | null {
  const named = Object.entries(query).flatMap(([name, value]) =>
    name.startsWith(OF) && !(name === `${OF}item` && value === "all") ? [[name.slice(OF.length), value]] : [],
  );
  const parsed = StudySelection.safeParse(Object.fromEntries(named));
  return parsed.success ? parsed.data : null;
}

/** The name of a field in that URL. */
export function fieldInAddress(field: keyof StudySelection): string {
  return OF + field;
}
