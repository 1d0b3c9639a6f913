import { z } from "zod";
import { TaskFilter } from "@/lib/dataset/schema";
import { Exposure } from "@/lib/judgement/schema";
import { PresetId, Steps } from "@/lib/protocol/schema";
import { Quality } from "@/lib/quality/schema";

export const BatchState = z.enum(["draft", "open", "paused", "closed", "archived"]);
export type BatchState = z.infer<typeof BatchState>;

/** What a batch became, and what of its work was given back or stands as it was submitted. */
export const StateChange = z.object({ state: BatchState, returned: z.int(), stand: z.int() });
export type StateChange = z.infer<typeof StateChange>;

/** One arm as it is designed. */
export const ArmDesign = z.strictObject({
  name: z.string().trim().min(1, "Give each arm a name.").max(60),
  /** Raters per subject. */
  k: z.int().min(1).max(100),
  /** Steps of its own, or null: those of the first arm. */
  steps: Steps.nullable(),
  /** With the first arm's steps: shown drafts as said here; null for as they are there. */
  exposure: Exposure.nullable(),
});
export type ArmDesign = z.infer<typeof ArmDesign>;

/** The arms of a batch: the first has steps of its own, and no two have the same name. */
export const Arms = z
  .array(ArmDesign)
  .min(1)
  .max(8)
  .superRefine((arms, context) => {
    const names = new Set<string>();
    arms.forEach(({ name, steps, exposure }, index) => {
      const say = (field: string, message: string) =>
        context.addIssue({ code: "custom", path: [index, field], message });
      if (index === 0 && !steps) say("steps", "The first arm needs steps of its own.");
      if (steps && exposure) say("exposure", "Steps of one's own say for themselves when a draft is shown.");
      if (names.has(name.toLowerCase())) say("name", `There are two arms called “${name}”.`);
      names.add(name.toLowerCase());
    });
  });
export type Arms = z.infer<typeof Arms>;

/** How a sample is spread: over everything, or over tags or models in proportion to their subjects. */
export const SampleBy = z.enum(["everything", "tag", "model"]);
export type SampleBy = z.infer<typeof SampleBy>;

/** Which tasks or responses of the dataset a batch is about. It is looked up when the batch opens. */
export const SubjectSelection = z.strictObject({
  filter: TaskFilter,
  /** So many at random from the batch's seed; null for all that fit. */
  sample: z.strictObject({ size: z.int().min(1).max(1_000_000), by: SampleBy }).nullable(),
  /**
   * Where responses are compared: every two responses of a task that pass the filter, which is what leaving it out
   * means, or only the pairs that a preference or a drafted one in the dataset is about.
   */
  pairs: z.enum(["all", "given"]).optional(),
});
export type SubjectSelection = z.infer<typeof SubjectSelection>;

export const ItemOrder = z.enum(["fixed", "random"]);
export type ItemOrder = z.infer<typeof ItemOrder>;

const BatchFields = {
  /** May be empty while it is a draft. */
  name: z.string().trim().max(200),
  dataset: z.uuid(),
  preset: PresetId,
  arms: Arms,
  selection: SubjectSelection,
  /** Of the sample and of every random order. */
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  subjectOrder: ItemOrder,
  itemOrder: ItemOrder,
  /** Memberships. */
  annotators: z.array(z.uuid()).max(1000),
  /** More people join while it is open, for example through participation links. */
  joinLater: z.boolean(),
  /** Markdown. */
  guidelines: z.string().max(100_000),
  /** Work is only given to those who confirmed to have read the guidelines. */
  mustRead: z.boolean(),
  quality: Quality,
  /** After this many minutes without a save, work on a subject is offered to somebody else. */
  leaseMinutes: z.int().min(1).max(1440),
  dueAt: z.iso.datetime({ offset: true }).nullable(),
};

/** A batch to be made, as a draft. */
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
});
export type NewBatch = z.infer<typeof NewBatch>;

/**
 * What changes. Once a batch is open only its name, guidelines, lease and due date can. With `revision` it is refused
 * when another window has changed the batch since.
 */
export const BatchChange = z.strictObject({ ...BatchFields, revision: z.int().min(0) }).partial();
export type BatchChange = z.infer<typeof BatchChange>;

/** What has to be known of a dataset to design a batch on it. */
export const DesignQuestion = z.strictObject({
  dataset: z.uuid(),
  /** The draft it is for, once there is one: its subjects may have been chosen one by one. */
  draft: z.uuid().nullable(),
  selection: SubjectSelection,
  seed: BatchFields.seed,
  arms: Arms,
});
export type DesignQuestion = z.infer<typeof DesignQuestion>;

/** The version somebody read. */
export const ReadGuidelines = z.strictObject({ read: z.int().min(1) });

export const AddAnnotatorsBody = z.strictObject({ annotators: z.array(z.uuid()).min(1).max(1000) });

/** `nobody`: it has free slots, and no annotator of the batch may take them. */
export const SubjectFilter = z.enum(["all", "untouched", "in-progress", "complete", "nobody"]);
export type SubjectFilter = z.infer<typeof SubjectFilter>;

/** How something stands that was begun and not ended; `left`: its lease is gone, and its slot with it. */
export const AssignmentCondition = z.enum(["passed", "ending", "idle", "reopened", "left", "held"]);
export type AssignmentCondition = z.infer<typeof AssignmentCondition>;
export const AssignmentFilter = z.enum(["all", ...AssignmentCondition.options]);
export type AssignmentFilter = z.infer<typeof AssignmentFilter>;

/** What throughput is counted by. */
export const ThroughputPeriod = z.enum(["hour", "day"]);
export type ThroughputPeriod = z.infer<typeof ThroughputPeriod>;

export const BatchParams = z.strictObject({ id: z.uuid() });
/** The run a draft is to open after. */
export const WaitBody = z.strictObject({ run: z.uuid() });
/** How many people per subject arms are to have from now on; arms that are not named stay as they are. */
export const Replicates = z.strictObject({
  arms: z
    .array(z.strictObject({ name: z.string().max(200), k: z.int().min(1).max(100) }))
    .min(1)
    .max(8),
});
export type Replicates = z.infer<typeof Replicates>;

/** Which of those that fit are added to a batch that runs: the first so many, a sample from a seed, or these. */
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

/** Without `take`: all that pass the filter and fit. */
export const MoreSubjects = z.strictObject({ filter: TaskFilter, take: SubjectChoice.optional() });
export type MoreSubjects = z.infer<typeof MoreSubjects>;

/** What could be added: those that pass a filter, a page of them behind a position. */
export const AddableQuery = TaskFilter.extend({ after: z.coerce.number().int().min(0).optional() });
export type AddableQuery = z.infer<typeof AddableQuery>;

export const WorkFilter = z.enum(["submitted", "in-progress", "sent-back"]);
export type WorkFilter = z.infer<typeof WorkFilter>;

/** Which of a batch's assignments: words of the task, its id, or who; from where on. */
export type WorkQuery = { filter: WorkFilter; q: string; after?: string };

export const BatchAnnotatorParams = z.strictObject({ id: z.uuid(), membership: z.uuid() });
export const StakesQuery = z.strictObject({
  /** A membership, to ask about that person's work only. */
  annotator: z.uuid().optional(),
});
