import { z } from "zod";
import { AsOf } from "@/lib/batch/schema/as-of";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { ItemName, Report, ReportSettings, ReportStatus, SelectionChoices } from "@/lib/report/schema";
import { Bounded } from "@/lib/report/schema/bounds";

/**
 * The sections of a report, with the parts of each. A section is computed, stored and fetched by itself, when it
 * is first in sight or exported.
 */
export const SECTIONS = {
  agreement: ["reliability"],
  within: ["arms", "positions"],
  pairs: ["raters"],
  right: ["againstGold", "againstMajority"],
  models: ["humanVsLlm"],
  closeness: ["accuracy", "preferences", "pairings", "alternative"],
  values: ["distributions"],
  drafts: ["decisions"],
  explanations: ["explanations"],
  judges: ["judgeCards", "modelEstimates", "modelDifferences", "rankings", "winRates"],
  led: ["anchoring"],
  work: ["positionWork", "sides", "annotators"],
  checklists: ["checklist"],
  answers: ["labels", "labelShares", "overlap", "answers", "answerNumbers", "answerTexts", "answerAgreement"],
} as const satisfies Record<string, readonly (keyof Report)[]>;

export const SectionName = z.enum(Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]);
export type SectionName = z.infer<typeof SectionName>;

/** The section with which the values are stored from which larger studies are planned. */
export const PLANNED_FROM = "agreement" satisfies SectionName;

/** A section as it is stored. */
export const ReportSection = z.object({
  /** With the hash of the data. */
  made: ReportSettings,
  parts: Report.omit({ study: true, made: true, choices: true, bounded: true }).partial(),
  /** The names of all items in it, if it is about items that the overview does not name. */
  items: z.array(ItemName).nullable(),
  bounded: z.array(Bounded),
});
export type ReportSection = z.infer<typeof ReportSection>;

/**
 * The part of a report that is computed first: its data, and agreement on everything together and on targets without
 * an item.
 */
export const ReportOverview = Report.pick({
  study: true,
  made: true,
  reliability: true,
  bounded: true,
}).extend({
  /** The only thing the study was judged on, if that is no item. */
  onlyTarget: z.enum([OVERALL, PREFERENCE]).nullable(),
  /** LLMs with values, whatever their methods; null while it is not known. */
  models: z.number().nullable(),
  /** True if there are labels, answers or checklists, which need no judgement or decision by a person. */
  hasOthers: z.boolean(),
  /** In the order of the rubrics. */
  items: z.array(ItemName),
});
export type ReportOverview = z.infer<typeof ReportOverview>;

/** The state of a report's overview, and the overview. */
export const OverviewResponse = ReportStatus.extend({
  /** The progress of an open batch in the report's data; null for any other study, or without a report. */
  asOf: AsOf.nullable(),
  overview: ReportOverview.nullable(),
  /** The values for selecting a part, known before the part's report is; null before the first report. */
  choices: SelectionChoices.nullable(),
});
export type OverviewResponse = z.infer<typeof OverviewResponse>;

/** The state of a section, and the section. */
export const SectionResponse = z.object({
  state: z.enum(["ready", "computing", "failed"]),
  /** Why it could not be computed, in words for people. */
  failure: z.string().nullable(),
  /** When the data of its report were read; null without a report. */
  dataAt: z.string().nullable(),
  section: ReportSection.nullable(),
});
export type SectionResponse = z.infer<typeof SectionResponse>;

export const SectionParams = z.strictObject({
  of: z.enum(["batches", "datasets"]),
  id: z.uuid(),
  section: SectionName,
});
