import { z } from "zod";
import { Exposure, type ExposureClass, RaterKind, Value } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import type { Behind } from "@/lib/report/schema/table";

const Word = z.string().min(1).max(500);

/** Which part of a study a report is of; what is absent may be anything. */
export const StudySelection = z.strictObject({
  item: Word.optional(),
  arm: Word.optional(),
  rater: Word.optional(),
  model: Word.optional(),
  family: Word.optional(),
  /** A value of the responses' metadata, as in "temperature: 0.7". */
  group: Word.optional(),
});
export type StudySelection = z.infer<typeof StudySelection>;

/** Which judgements to list, and after which. */
export const JudgementsQuery = StudySelection.extend({
  /** What LLMs and rules drafted and judged; absent: what people judged. */
  by: z.literal("machines").optional(),
  /** Of machines: the method they judged by. */
  method: Word.optional(),
  /** And under which condition. */
  condition: z.string().min(1).max(4000).optional(),
  exposure: z.enum(EXPOSURE_CLASSES).optional(),
  after: z
    .string()
    .regex(/^\d+\.[0-9a-f-]{36}$/)
    .optional(),
});
export type JudgementsQuery = z.infer<typeof JudgementsQuery>;

/** A judgement as it stands behind a number. People appear under their pseudonyms. */
export const ListedJudgement = z.object({
  id: z.string(),
  /** The assignment it was submitted in; null when it was imported, and of machines. */
  assignment: z.string().nullable(),
  raterKind: RaterKind,
  /** Of machines. */
  method: z.string().nullable(),
  /** Of machines: whether a run of this installation drafted it, so that its prompts are kept. */
  drafted: z.boolean(),
  task: z.string(),
  /** The beginning of the instruction. */
  instruction: z.string(),
  /** One response, or the two of a pair. */
  responses: z.array(z.string()),
  /** The model that wrote it, where it is one. */
  model: z.string().nullable(),
  /** The item by its id, or `overall`, or `preference`. */
  item: z.string(),
  itemText: z.string().nullable(),
  rater: z.string(),
  arm: z.string().nullable(),
  exposure: Exposure.nullable(),
  /** The value that counts in the exposure class that was asked for. */
  value: Value,
  draft: Value.nullable(),
  seconds: z.number().nullable(),
  submittedAt: z.string().nullable(),
});
export type ListedJudgement = z.infer<typeof ListedJudgement>;

export const JudgementPage = z.object({
  judgements: z.array(ListedJudgement),
  /** What to ask for next; null at the end. */
  next: z.string().nullable(),
});
export type JudgementPage = z.infer<typeof JudgementPage>;

/** A query as the end of an address: "?item=C1&exposure=exposed"; empty for everything. */
export function judgementsQueryString(query: Behind & { exposure?: ExposureClass; after?: string }): string {
  const known = Object.entries(query).filter(
    ([name, value]) => value !== undefined && !(name === "item" && value === "all"),
  );
  const params = new URLSearchParams(known.sort(([a], [b]) => (a < b ? -1 : 1)));
  return params.size === 0 ? "" : `?${params}`;
}

/**
 * The judgements behind a row of a report on a part of a study: what both have in common. Of one item there are no
 * others, and the whole study may know it by a longer name than its part does.
 */
export function behindIn(part: StudySelection, { item, ...behind }: Behind): Behind {
  const isNarrower = item !== undefined && item !== "all";
  const isOneItem = part.item !== undefined && !part.item.startsWith("category:");
  return { ...part, ...behind, ...(isNarrower && !isOneItem && { item }) };
}

/** In the address of an agreement page the part of the study stands behind this: "of.arm=a". */
const OF = "of.";

/** The part of a study that an agreement page's address asks for; null when it makes no sense. */
export function selectionIn(
  query: Readonly<Record<string, string | string[] | undefined>>,
): StudySelection | null {
  const named = Object.entries(query).flatMap(([name, value]) =>
    name.startsWith(OF) && !(name === `${OF}item` && value === "all") ? [[name.slice(OF.length), value]] : [],
  );
  const parsed = StudySelection.safeParse(Object.fromEntries(named));
  return parsed.success ? parsed.data : null;
}

/** The name of one of its fields in that address. */
export function fieldInAddress(field: keyof StudySelection): string {
  return OF + field;
}
