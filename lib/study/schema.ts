import { z } from "zod";

/** Length limits of a study's texts. */
const Title = z.string().trim().min(1, "must not be empty").max(200);
const Authors = z.string().trim().max(500).default("");
const Notes = z.string().trim().max(5_000).default("");

/** Maximum number of batches and imported studies in one version. */
const MOST_SOURCES = 50;
const Ids = z.array(z.uuid()).max(MOST_SOURCES).default([]);

/** The batches and imported studies of a project to freeze, and the title. */
export const FreezeStudy = z
  .strictObject({
    title: Title,
    /** In the format of references: "Curie, M.; Noether, E." */
    authors: Authors,
    /** For readers in the project; never on a card. */
    notes: Notes,
    batches: Ids,
    /** Imported studies by their datasets, with their imported judgements. */
    datasets: Ids,
  })
  .refine(({ batches, datasets }) => batches.length + datasets.length > 0, {
    path: ["batches"],
    message: "must name a batch, or datasets an imported study",
  })
  .refine(({ batches, datasets }) => batches.length + datasets.length <= MOST_SOURCES, {
    path: ["datasets"],
    message: `are more than ${MOST_SOURCES} together with the batches`,
  });
export type FreezeStudy = z.infer<typeof FreezeStudy>;

export const StudyParams = z.strictObject({ study: z.uuid() });
export const StudyVersionParams = z.strictObject({ study: z.uuid(), version: z.uuid() });
/** One version of a study. */
export type StudyVersionParams = z.infer<typeof StudyVersionParams>;

/** Options for publishing a frozen version. */
export const PublishCard = z.strictObject({
  /** Instructions, inputs, references and responses can be downloaded. */
  texts: z.boolean(),
  /** Search engines may list it. */
  listed: z.boolean(),
});
export type PublishCard = z.infer<typeof PublishCard>;

/** The last part of a card's address. Unknown texts are not found. */
export const CardParams = z.strictObject({ card: z.string().regex(/^[\w-]{43}$/) });
/** Rate limit of cards. Their addresses cannot be guessed; this limits the load. */
export const CARD_READS = { name: "study-card", burst: 60, perMinute: 30 };
const LABEL_FORMATS = ["csv", "jsonl"] as const;
export const LabelsQuery = z.strictObject({ format: z.enum(LABEL_FORMATS).default("csv") });

/** A table of a card is identified by its name, and by its source's position in the manifest. */
export const CardTableParams = z.strictObject({
  ...CardParams.shape,
  table: z.string().regex(/^[a-z-]{1,40}$/),
});
export const CardTableQuery = z.strictObject({
  batch: z.coerce.number().int().min(1).max(MOST_SOURCES).default(1),
});

/** The parts of each batch and imported study. Labels of each person are separate parts. */
const PART_KINDS = [
  "design",
  "material",
  "drafting",
  "labels",
  "answers",
  "tables",
  "card",
  "public_labels",
] as const;
export const PartKind = z.enum(PART_KINDS);
export type PartKind = z.infer<typeof PartKind>;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const ManifestPart = z.object({
  /** The position of its source in the manifest, from 1. */
  batch: z.int(),
  kind: PartKind,
  records: z.int(),
  sha256: Sha256,
});
export type ManifestPart = z.infer<typeof ManifestPart>;

const StudyCounts = z.object({
  tasks: z.int(),
  responses: z.int(),
  drafts: z.int(),
  judgements: z.int(),
  decisions: z.int(),
  labellings: z.int(),
  people: z.int(),
});

/** A batch, or an imported study. */
const ManifestBatch = z.object({
  batch: z.int(),
  /** Id of the batch, or of the imported study's dataset. */
  id: z.string(),
  /** Only for a study imported with its judgements. */
  imported: z.literal(true).optional(),
  name: z.string(),
  dataset: z.string(),
  /** The version of its data, and the hash in its report. */
  dataVersion: z.int(),
  data: z.string(),
  guidelines: z.object({ version: z.int(), sha256: Sha256 }).nullable(),
  arms: z.array(z.string()),
  /** Null for an imported study, which has no random draw. */
  seed: z.int().nullable(),
  /** Number of rubrics it uses, by version. */
  rubrics: z.array(z.object({ version: z.int(), rubrics: z.int() })),
  report: z.object({ rules: z.int(), replicates: z.int(), seed: z.int() }),
  counts: StudyCounts,
});
export type ManifestBatch = z.infer<typeof ManifestBatch>;

/** The manifest of a frozen version. Its hash is the version's. */
export const Manifest = z.object({
  format: z.literal("countersign-study/1"),
  title: z.string(),
  authors: z.string(),
  version: z.int(),
  /** The hash of the previous version; null for the first. */
  previous: Sha256.nullable(),
  frozenAt: z.string(),
  program: z.string(),
  batches: z.array(ManifestBatch),
  /** Hash over the parts about the set-up. */
  configuration: Sha256,
  /** Hash over the parts with the data. */
  data: Sha256,
  parts: z.array(ManifestPart),
});
export type Manifest = z.infer<typeof Manifest>;

/** The difference between a frozen version and the current data. */
export const LiveDifference = z.object({
  /** Id of the batch, or of the imported study's dataset. */
  id: z.string(),
  imported: z.boolean(),
  name: z.string(),
  /** Null when it is gone. */
  now: z
    .object({
      /** Its design or description has changed. */
      design: z.boolean(),
      /** Its judgements or their subjects have changed. */
      data: z.boolean(),
      judgements: z.number(),
      decisions: z.number(),
      labellings: z.number(),
      people: z.number(),
      /** Submitted, or submitted again, since then. */
      since: z.number(),
    })
    .nullable(),
  frozen: StudyCounts.pick({ judgements: true, decisions: true, labellings: true, people: true }),
});
export type LiveDifference = z.infer<typeof LiveDifference>;

/** The differences between a version and the one before. */
export const VersionChange = z.object({
  /** Added and removed batches and imported studies. */
  added: z.array(z.string()),
  dropped: z.array(z.string()),
  /** Sources whose design, material or numbers have changed. */
  design: z.array(z.string()),
  material: z.array(z.string()),
  numbers: z.array(z.string()),
  /** People whose labels have changed, were added, or removed. */
  people: z.object({
    changed: z.number(),
    came: z.number(),
    went: z.number(),
  }),
});
export type VersionChange = z.infer<typeof VersionChange>;

export const VersionView = z.object({
  id: z.string(),
  version: z.number(),
  title: z.string(),
  authors: z.string(),
  notes: z.string(),
  state: z.enum(["freezing", "frozen", "failed"]),
  requestedAt: z.string(),
  done: z.number(),
  records: z.number().nullable(),
  failure: z.string().nullable(),
  frozenAt: z.string().nullable(),
  sha256: z.string().nullable(),
  manifest: Manifest.nullable(),
  /** The last time something was removed because of an erasure. */
  erasedAt: z.string().nullable(),
  /** Null for the first version, and while it is being created. */
  change: VersionChange.nullable(),
  card: z
    .object({
      url: z.string(),
      texts: z.boolean(),
      listed: z.boolean(),
      publishedAt: z.string(),
    })
    .nullable(),
});
export type VersionView = z.infer<typeof VersionView>;

export const StudyView = z.object({
  id: z.string(),
  projectId: z.string(),
  /** Newest first. */
  versions: z.array(VersionView),
  /** The differences between the newest frozen version and the current data; empty when there is none. */
  live: z.array(LiveDifference),
});
export type StudyView = z.infer<typeof StudyView>;

export const StudyListing = z.object({
  id: z.string(),
  title: z.string(),
  version: z.number(),
  state: VersionView.shape.state,
  frozenAt: z.string().nullable(),
  sha256: z.string().nullable(),
  batches: z.number(),
  /** Number of imported studies. */
  datasets: z.number(),
  judgements: z.number().nullable(),
  isPublic: z.boolean(),
});
export type StudyListing = z.infer<typeof StudyListing>;

/** A batch or an imported study that can be frozen, or cannot yet. */
export interface Freezable {
  kind: "batch" | "dataset";
  id: string;
  name: string;
  /** For a batch: it is in progress, so its numbers are not final. */
  open: boolean;
  judgements: number;
  sample: boolean;
}

const FrozenRubrics = z.array(
  z.object({
    id: z.string(),
    kind: z.string(),
    version: z.int(),
    /** Null for a rubric of a single task. */
    items: z.array(z.object({ id: z.string(), name: z.string().nullable(), text: z.string() })).nullable(),
  }),
);
export type FrozenRubrics = z.infer<typeof FrozenRubrics>;

/** The fields of an imported study's description that are shown. */
export const ImportDescription = z.object({
  dataset: z.object({ source: z.string().nullable() }),
  /** The file it was imported from, if known. */
  file: z.object({ shape: z.string().nullable(), sha256: z.string().nullable() }).nullable(),
  rubrics: FrozenRubrics,
});
export type ImportDescription = z.infer<typeof ImportDescription>;

/** The fields of a frozen design that are shown. */
export const Design = z.object({
  preset: z.string(),
  seed: z.int(),
  subjectOrder: z.string(),
  itemOrder: z.string(),
  mustRead: z.boolean(),
  openedAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  subjects: z.int(),
  checks: z.int(),
  arms: z.array(
    z.object({
      name: z.string(),
      k: z.int(),
      reserved: z.boolean(),
      protocol: z.object({ steps: z.array(z.object({ type: z.string() }).loose()) }),
    }),
  ),
  guidelines: z.array(z.object({ version: z.int() })),
  rubrics: FrozenRubrics,
});
export type Design = z.infer<typeof Design>;
