import { z } from "zod";
import { GivenValue } from "@/lib/drafting/schema/judge-spec";
import { pageQuery } from "@/lib/http/page";

/** The values of samples as they are stored; none is an empty list. */
export const Votes = z
  .array(GivenValue.nullable())
  .nullable()
  .transform((votes) => votes ?? []);

/** A statistic with its 95 % interval over tasks; undefined with a reason, the interval null where too few were drawn. */
export const Figure = z.object({
  value: z.number().nullable(),
  reason: z.string().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type Figure = z.infer<typeof Figure>;

/** A judge beside independent human labels. */
export const JudgeFigures = z.object({
  /** Units with a label and a value. */
  units: z.number(),
  tasks: z.number(),
  /** Units with a label and no value of the judge. */
  missing: z.number(),
  accuracy: Figure,
  kappa: Figure,
  bias: Figure,
});
export type JudgeFigures = z.infer<typeof JudgeFigures>;

/** The mean κ of people, each against the others, with its interval over tasks; `people` counts those with a κ. */
export const PeoplesKappa = Figure.pick({ low: true, high: true }).extend({
  value: z.number(),
  people: z.number(),
});
export type PeoplesKappa = z.infer<typeof PeoplesKappa>;

/** One criterion that several tasks share, and the figures on it alone. */
export const CriterionFigures = z.object({
  criterion: z.string(),
  range: z.object({ min: z.number(), max: z.number() }),
  figures: JudgeFigures,
});
export type CriterionFigures = z.infer<typeof CriterionFigures>;

export const VersionFigures = z.object({
  number: z.number(),
  figures: JudgeFigures,
  /** The change from the version it was made from, on the units of both; null if that has no values. */
  change: z.object({ from: z.number(), figures: JudgeFigures }).nullable(),
});
export type VersionFigures = z.infer<typeof VersionFigures>;

export const Disagreement = z.object({
  task: z.object({ id: z.string(), key: z.string(), instruction: z.string(), tags: z.array(z.string()) }),
  /** One, or two of a pair: A, then B. */
  responses: z.array(z.object({ id: z.string(), model: z.string().nullable(), text: z.string() })),
  item: z.object({ id: z.string(), text: z.string() }).nullable(),
  label: GivenValue,
  /** A value is null where a person was asked for a label and chose none, or several. */
  people: z.array(z.object({ rater: z.string(), value: GivenValue.nullable(), explanation: z.string() })),
  judge: z.object({ value: GivenValue, lines: z.array(z.string()) }),
  /** The value of the version it was made from; null if it has none. */
  before: GivenValue.nullable(),
  /** Distance of the judge's value from the mean of the human values; of a label the share of people with another one. */
  distance: z.number(),
});
export type Disagreement = z.infer<typeof Disagreement>;

export const WorkshopQuery = z.strictObject({
  dataset: z.uuid(),
  /** Number of the version; the newest if missing. */
  version: z.coerce.number().int().min(1).optional(),
  /** Held-out labels are compared in recorded looks alone. */
  part: z.enum(["development", "examples"]).default("development"),
  /** Only units with this human label. */
  label: z.string().max(120).optional(),
  tag: z.string().max(500).optional(),
});
export type WorkshopQuery = z.infer<typeof WorkshopQuery>;

/** A judge's versions beside people on a part of the labels, and where the chosen version disagrees. */
export const WorkshopView = z.object({
  /** Units with a human label in the part, without tasks that a version has as an example. */
  labelled: z.number(),
  /** Units on which people are split, or most chose no label or several: they have no label. */
  split: z.number(),
  /** Tasks left out because a version of the judge has them as examples. */
  shown: z.number(),
  /** Newest first. */
  versions: z.array(VersionFigures),
  disagreements: z.object({
    /** All that fit the filter; the worst are listed. */
    count: z.number(),
    rows: z.array(Disagreement),
    labels: z.array(z.string()),
    tags: z.array(z.string()),
  }),
  warnings: z.array(z.string()),
});
export type WorkshopView = z.infer<typeof WorkshopView>;

/** The unit of a disagreement, as an address names it. */
export const ExampleUnit = z.object({
  dataset: z.uuid(),
  task: z.uuid(),
  response: z.uuid(),
  responseB: z.uuid().nullable().default(null),
  item: z.uuid().nullable().default(null),
});
export type ExampleUnit = z.infer<typeof ExampleUnit>;

export const LookBody = z.strictObject({ dataset: z.uuid() });

export const HeldOutLookView = z.object({
  id: z.string(),
  dataset: z.string(),
  judge: z.object({ id: z.string(), name: z.string() }),
  /** Number of the version. */
  version: z.number(),
  /** Number of looks at these labels by then, of all judges; 1 for the first. */
  count: z.number(),
  figures: JudgeFigures,
  at: z.date(),
  by: z.string().nullable(),
});
export type HeldOutLookView = z.infer<typeof HeldOutLookView>;

export const LooksQuery = pageQuery({});
export type LooksQuery = z.infer<typeof LooksQuery>;
