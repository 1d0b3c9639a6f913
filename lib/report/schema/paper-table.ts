import type { ItemAblation, SelectiveChoice } from "@/lib/drafting/schema/verdicts";
import type { JsonObject } from "@/lib/formats/json-value";
import type { Value } from "@/lib/judgement/schema";
import type { PresetId } from "@/lib/protocol/schema";
import type { ItemName, Report, ReportOptions } from "@/lib/report/schema";
import type { FigureDrawing } from "@/lib/report/schema/paper-figure";
import type { StudyData } from "@/lib/report/schema/study";
import type { Table } from "@/lib/report/schema/table";

/** A drafted overall score or preference with the samples it was made from, and what its method noted. */
export interface SampledDraft {
  task: string;
  response: string | null;
  pair: readonly [string, string] | null;
  rater: string;
  method: string;
  condition: string | null;
  /** The id of the rubric that it was judged by; null without one, and of drafts that do not say it. */
  rubric: string | null;
  value: Value | null;
  /** Null for a sample that could not be read. */
  votes: readonly (string | number | null)[];
  flags: readonly string[];
  selective: SelectiveChoice | null;
  ablations: readonly ItemAblation[];
}

/** The categories that a model gave to an item of a checklist, out of those it could give. */
export interface ModelLabelling {
  task: string;
  /** Key of the item. */
  item: string;
  model: string;
  method: string;
  condition: string;
  categories: readonly string[];
  labels: readonly string[];
}

/** A number that a run found about its own method, such as how consistent drafted criteria are. */
export interface MethodMeasure {
  /** The task that it was measured on; of criteria the one whose example was shown. */
  task: string;
  model: string;
  method: string;
  condition: string;
  /** As in "cc.greedy_max@1". */
  name: string;
  value: number | null;
  note: string | null;
}

/** The settings that a rubric was written by, the responses it was written for, and the external scores of it. */
export interface RubricAbout {
  /** Version and parameters of its method; of rubrics that do not say them the run, and null without either. */
  condition: string | null;
  /** The ids of its response, or of its pair; none of a rubric for the whole task. */
  responses: readonly string[];
  /** BERTScore against the reference criteria, which needs a model of its own and is imported. */
  bertScore: number | null;
}

/** The checklist that people chose as the best of theirs for a task. */
export interface ChosenChecklist {
  /** Keys of the items as they were written, before any was reworded. */
  items: readonly string[];
  texts: readonly string[];
}

/** The data that the tables of a paper are computed from. */
export interface PaperSource {
  study: StudyData;
  options: ReportOptions;
  /** The texts of responses by id, for what a program proves about them; missing where they are not at hand. */
  texts?: ReadonlyMap<string, string>;
  /** Drafts made from several samples; missing where they are not at hand. */
  samples?: readonly SampledDraft[];
  /** For a batch: the dataset that it is a part of, where its labels are crossed with drafts outside of the batch. */
  whole?: Pick<PaperSource, "study" | "samples" | "chosen" | "rubrics">;
  /** The metadata of responses by id: how they were generated, and their external scores; missing like the texts. */
  metadata?: ReadonlyMap<string, JsonObject>;
  /** With the values that the paper prints, as rows beside one's own. */
  published: boolean;
  /** By task; missing like the texts. */
  chosen?: ReadonlyMap<string, ChosenChecklist>;
  /** The categories that models gave to items, which a study file does not hold: they come from runs, or from findings; newest last. */
  modelLabels?: readonly ModelLabelling[];
  /** The measurements of runs, from the same places. */
  measures?: readonly MethodMeasure[];
  /** By the id of the rubric; missing like the texts. */
  rubrics?: ReadonlyMap<string, RubricAbout>;
  /** The report on the study, for papers with tables that are taken from it. */
  known?: { report: Report; items: readonly ItemName[] };
}

/** Why a table cannot be computed: the records that it lacks, each as a phrase for people. */
export interface MissingRecords {
  missing: string[];
}

/** One table or figure of a paper: how it is named there, what it needs, and how it is computed. */
export interface PaperTable {
  /** As the paper numbers it: "T2", "F4"; of tables that the paper has no number for, a word. */
  id: string;
  /** Further numbers of the paper that this table stands for; several tables may share one. */
  also?: readonly string[];
  title: string;
  /** The records it is computed from, for people. */
  needs: string;
  /** The manner in which a figure is drawn; tables have none. */
  drawing?: FigureDrawing;
  of: (source: PaperSource) => Table | MissingRecords;
}

/** A method with the condition it ran under, where several are told apart. */
export interface UsedMethod {
  method: string | null;
  condition: string | null;
}

/** The methods and the protocol that a study was made by. */
export interface PaperUse extends Pick<Report, "labels" | "overlap"> {
  /** Those of drafts, rubrics and generated responses. */
  methods: readonly UsedMethod[];
  /** The preset of a batch. */
  preset: PresetId | null;
}

/** A paper with its tables in their order. */
export interface Paper {
  id: string;
  title: string;
  /** True if a study has something by the paper's methods or protocols, so that its tables belong to the study. */
  isUsedIn: (use: PaperUse) => boolean;
  /** True if some of its tables are taken from the report on the study. */
  takesReport: boolean;
  tables: readonly PaperTable[];
}
