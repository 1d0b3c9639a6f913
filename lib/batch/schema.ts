import { z } from "zod";
import { Intake } from "@/lib/batch/schema/intake";
import { TaskFilter } from "@/lib/dataset/schema";
import { Language } from "@/lib/i18n/schema";
import { Exposure } from "@/lib/judgement/schema";
import type { Protocol } from "@/lib/protocol/schema";
import { PresetId, Steps } from "@/lib/protocol/schema";
import { Quality } from "@/lib/quality/schema";

export const BatchState = z.enum(["draft", "open", "paused", "closed", "archived"]);
export type BatchState = z.infer<typeof BatchState>;

/** A batch's new state, and how many of its assignments were released or count as submitted. */
export const StateChange = z.object({ state: BatchState, returned: z.int(), stand: z.int() });
export type StateChange = z.infer<typeof StateChange>;

/** The design of one arm. */
export const ArmDesign = z.strictObject({
  name: z.string().trim().min(1, "Give each arm a name.").max(60),
  /** Raters per subject. */
  k: z.int().min(1).max(100),
  /** Own steps, or null for those of the first arm. */
  steps: Steps.nullable(),
  /** The exposure used with the first arm's steps; null for theirs. */
  exposure: Exposure.nullable(),
});
export type ArmDesign = z.infer<typeof ArmDesign>;

/** The arms of a batch: the first has its own steps, and names are unique. */
export const Arms = z
  .array(ArmDesign)
  .min(1)
  .max(8)
  .superRefine((arms, context) => {
    const names = new Set<string>();
    arms.forEach(({ name, steps, exposure }, index) => {
      const addIssue = (field: string, message: string) =>
        context.addIssue({ code: "custom", path: [index, field], message });
      if (index === 0 && !steps) addIssue("steps", "The first arm needs steps of its own.");
      if (steps && exposure)
        addIssue("exposure", "Steps of one's own say for themselves when a draft is shown.");
      if (names.has(name.toLowerCase())) addIssue("name", `There are two arms called “${name}”.`);
      names.add(name.toLowerCase());
    });
  });
export type Arms = z.infer<typeof Arms>;

/**
 * The way a sample is drawn: with equal chances, in proportion by tag or by model, or more often where judges are
 * uncertain or disagree.
 */
export const SampleBy = z.enum(["everything", "tag", "model", "uncertainty", "disagreement"]);
export type SampleBy = z.infer<typeof SampleBy>;

/** Samples that are drawn by what models' values of a response or pair leave open. */
export const JudgeSpread = SampleBy.extract(["uncertainty", "disagreement"]);
export type JudgeSpread = z.infer<typeof JudgeSpread>;

/** The tasks, responses or pairs of the dataset that a batch is about. Evaluated when the batch opens. */
export const SubjectSelection = z.strictObject({
  filter: TaskFilter,
  /** A random sample of this size by the batch's seed; null for all that fit. */
  sample: z.strictObject({ size: z.int().min(1).max(1_000_000), by: SampleBy }).nullable(),
  /**
   * For comparisons: all pairs of a task's responses that match the filter (default), or only pairs with an
   * imported or drafted preference.
   */
  pairs: z.enum(["all", "given"]).optional(),
});
export type SubjectSelection = z.infer<typeof SubjectSelection>;

export const ItemOrder = z.enum(["fixed", "random"]);
export type ItemOrder = z.infer<typeof ItemOrder>;

const BatchFields = {
  /** The batch's name. It may be empty while the batch is a draft. */
  name: z.string().trim().max(200),
  dataset: z.uuid(),
  preset: PresetId,
  arms: Arms,
  selection: SubjectSelection,
  /** Seed of the sample and of every random order. */
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  subjectOrder: ItemOrder,
  itemOrder: ItemOrder,
  /** Ids of the annotators' memberships. */
  annotators: z.array(z.uuid()).max(1000),
  /** More people join while it is open, for example through participation links. */
  joinLater: z.boolean(),
  /** Guidelines for annotators, in Markdown. */
  guidelines: z.string().max(100_000),
  /** Annotators get work only after confirming that they have read the guidelines. */
  mustRead: z.boolean(),
  quality: Quality,
  /** After this many minutes without a save, an assignment is offered to another annotator. */
  leaseMinutes: z.int().min(1).max(1440),
  dueAt: z.iso.datetime({ offset: true }).nullable(),
  /** The automatic intake of new subjects from the opening on; null when the batch takes none. */
  intake: Intake.nullable(),
};

/** A batch to create, as a draft. */
export const NewBatch = z.strictObject({
  project: z.uuid(),
  ...BatchFields,
  selection: BatchFields.selection.default({ filter: {}, sample: null }),
  seed: BatchFields.seed.optional(),
  subjectOrder: BatchFields.subjectOrder.default("random"),
  itemOrder: BatchFields.itemOrder.default("fixed"),
  annotators: BatchFields.annotators.default([]),
  joinLater: BatchFields.joinLater.default(false),
  guidelines: BatchFields.guidelines.default(""),
  mustRead: BatchFields.mustRead.default(false),
  quality: BatchFields.quality.prefault({}),
  leaseMinutes: BatchFields.leaseMinutes.default(30),
  dueAt: BatchFields.dueAt.default(null),
  intake: BatchFields.intake.default(null),
});
export type NewBatch = z.infer<typeof NewBatch>;

/**
 * Fields to change. Once a batch is open only name, guidelines, lease and due date can change. With
 * `revision` the change is refused if the batch was changed elsewhere since that revision.
 */
export const BatchChange = z.strictObject({ ...BatchFields, revision: z.int().min(0) }).partial();
export type BatchChange = z.infer<typeof BatchChange>;

/** Asks which subjects, sources and sizes a dataset offers for a design; sent by the wizard. */
export const DesignQuestion = z.strictObject({
  dataset: z.uuid(),
  /** The draft batch, once there is one: its subjects may have been chosen individually. */
  draft: z.uuid().nullable(),
  selection: SubjectSelection,
  seed: BatchFields.seed,
  arms: Arms,
});
export type DesignQuestion = z.infer<typeof DesignQuestion>;

/** Confirms that the annotator has read this version of the guidelines. */
export const ReadGuidelines = z.strictObject({
  read: z.int().min(1),
  /** The language of the page, in which the disclosures were read. */
  language: Language.optional(),
});
export type ReadGuidelines = z.infer<typeof ReadGuidelines>;

export const AddAnnotatorsBody = z.strictObject({ annotators: z.array(z.uuid()).min(1).max(1000) });

/**
 * Filters subjects by progress. `nobody`: the subject has free slots, but no annotator of the batch may take
 * one.
 */
export const SubjectFilter = z.enum(["all", "untouched", "in-progress", "complete", "nobody"]);
export type SubjectFilter = z.infer<typeof SubjectFilter>;

/** The condition of an assignment in progress. `left`: its lease has expired and its slot was released. */
export const AssignmentCondition = z.enum(["passed", "ending", "idle", "reopened", "left", "held"]);
export type AssignmentCondition = z.infer<typeof AssignmentCondition>;
export const AssignmentFilter = z.enum(["all", ...AssignmentCondition.options]);
export type AssignmentFilter = z.infer<typeof AssignmentFilter>;

/** The period by which throughput is counted. */
export const ThroughputPeriod = z.enum(["hour", "day"]);
export type ThroughputPeriod = z.infer<typeof ThroughputPeriod>;

export const BatchParams = z.strictObject({ id: z.uuid() });
/** Assignments that were reserved for the annotator before, and that they have unsent work on. */
export const PreviouslyReserved = z.array(z.uuid()).max(20);
/** The run that a draft batch waits for before it opens. */
export const WaitBody = z.strictObject({ run: z.uuid() });
/** New numbers of people per subject, by arm; arms not listed are unchanged. */
export const Replicates = z.strictObject({
  arms: z
    .array(z.strictObject({ name: z.string().max(200), k: z.int().min(1).max(100) }))
    .min(1)
    .max(8),
});
export type Replicates = z.infer<typeof Replicates>;

/** The choice of eligible subjects for an active batch: the first ones, a sample by a seed, or the listed ones. */
export const SubjectChoice = z.discriminatedUnion("how", [
  z.strictObject({ how: z.literal("first"), size: z.int().min(1).max(1_000_000) }),
  z.strictObject({
    how: z.literal("sample"),
    size: z.int().min(1).max(1_000_000),
    seed: z
      .int()
      .min(0)
      .max(2 ** 31 - 1),
  }),
  z.strictObject({
    how: z.literal("chosen"),
    of: z
      .array(
        z.strictObject({
          task: z.uuid(),
          response: z.uuid().nullable().default(null),
          responseB: z.uuid().nullable().default(null),
        }),
      )
      .min(1)
      .max(5000),
  }),
]);
export type SubjectChoice = z.infer<typeof SubjectChoice>;

/** The subjects to add. Without `take`, all subjects that match the filter and fit the protocol. */
export const MoreSubjects = z.strictObject({ filter: TaskFilter, take: SubjectChoice.optional() });
export type MoreSubjects = z.infer<typeof MoreSubjects>;

/** Subjects that could be added: those that match a filter, one page after a position. */
export const AddableQuery = TaskFilter.extend({ after: z.coerce.number().int().min(0).optional() });
export type AddableQuery = z.infer<typeof AddableQuery>;

export const WorkFilter = z.enum(["submitted", "in-progress", "sent-back"]);
export type WorkFilter = z.infer<typeof WorkFilter>;

/**
 * Filters a batch's assignments by words of the task, the task's id, or the annotator's name; `after` is the
 * cursor.
 */
export type WorkQuery = { filter: WorkFilter; q: string; after?: string };

export const BatchAnnotatorParams = z.strictObject({ id: z.uuid(), membership: z.uuid() });
export const AffectedWorkQuery = z.strictObject({
  /** A membership, to list that person's work only. */
  annotator: z.uuid().optional(),
});

export type NamedProtocol = { name: string; k: number; protocol: Protocol };
