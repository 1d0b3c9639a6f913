import { z } from "zod";
import { Value } from "@/lib/judgement/schema";
import { StudySelection } from "@/lib/report/schema/judgements";

/** People's values of one scope of a study: by unit, as places in the list of categories. */
export const AgreementPilot = z.object({
  scope: z.string(),
  /** The exposure class of the values: independent ones if there are any. */
  exposure: z.enum(["independent", "exposed", "unknown"]),
  level: z.enum(["nominal", "ordinal"]),
  categories: z.array(Value),
  /** The most values of one unit. */
  raters: z.int(),
  units: z.array(z.object({ cluster: z.int(), values: z.array(z.int()) })),
  /** The number of units of which `units` is a sample of whole tasks, or all. */
  of: z.int(),
});
export type AgreementPilot = z.infer<typeof AgreementPilot>;

/** Units of one scope that people judged independently, with a judge's values. */
export const MeanPilot = z.object({
  scope: z.string(),
  /** The judge's name; null for people alone. */
  judge: z.string().nullable(),
  /** True if their mean is a share, of answers that pass or pairs that are won; false for points. */
  isShare: z.boolean(),
  units: z.array(
    z.object({ cluster: z.int(), judge: z.number(), human: z.number(), model: z.string().optional() }),
  ),
  of: z.int(),
});
export type MeanPilot = z.infer<typeof MeanPilot>;

/** The pilots that a study offers for planning a larger one. */
export const Pilots = z.object({
  /** The median active time of a judgement, in seconds; null where it was not measured. */
  secondsEach: z.number().nullable(),
  agreement: z.array(AgreementPilot),
  means: z.array(MeanPilot),
});
export type Pilots = z.infer<typeof Pilots>;

/** The pilots of one scope, and the scopes there are. */
export const PilotResponse = z.object({
  scopes: z.array(z.string()),
  scope: z.string().nullable(),
  secondsEach: z.number().nullable(),
  /** Pay of an hour of work, if the batch has one. */
  wage: z.number().nullable(),
  agreement: AgreementPilot.nullable(),
  means: z.array(MeanPilot),
});
export type PilotResponse = z.infer<typeof PilotResponse>;

/** The part of a study, and the scope of the pilot; default: the first. */
export const PilotQuery = StudySelection.extend({ scope: z.string().min(1).max(500).optional() });
export type PilotQuery = z.infer<typeof PilotQuery>;
