import { z } from "zod";

/** How much somebody may write about a study. */
const Title = z.string().trim().min(1, "must not be empty").max(200);
const Authors = z.string().trim().max(500).default("");
const Notes = z.string().trim().max(5_000).default("");

/** How many batches and imported studies are frozen together. */
const MOST_SOURCES = 50;
const Ids = z.array(z.uuid()).max(MOST_SOURCES).default([]);

/** What is frozen: batches and imported studies of a project, under a title. */
export const FreezeStudy = z
  .strictObject({
    title: Title,
    /** As a reference names them: "Curie, M.; Noether, E." */
    authors: Authors,
    /** For whoever reads the study in the project; never on a card. */
    notes: Notes,
    batches: Ids,
    /** Imported studies by their datasets, with the judgements they came with. */
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

/** How a frozen version is made public. */
export const PublishCard = z.strictObject({
  /** Instructions, inputs, references and responses are there to be taken along. */
  texts: z.boolean(),
  /** Search engines may list it. */
  listed: z.boolean(),
});
export type PublishCard = z.infer<typeof PublishCard>;

/** The last part of a card's address. Any text: what is none of ours is not found. */
export const CardParams = z.strictObject({ card: z.string().regex(/^[\w-]{43}$/) });
/** Nobody can guess the address of a card; this keeps what is behind one from being work for the server. */
export const CARD_READS = { name: "study-card", burst: 60, perMinute: 30 };
export const LABEL_FORMATS = ["csv", "jsonl"] as const;
export const LabelsQuery = z.strictObject({ format: z.enum(LABEL_FORMATS).default("csv") });

/** A table of a card is known by its name, and by the place of what it is of in the manifest. */
export const CardTableParams = z.strictObject({
  ...CardParams.shape,
  table: z.string().regex(/^[a-z-]{1,40}$/),
});
export const CardTableQuery = z.strictObject({
  batch: z.coerce.number().int().min(1).max(MOST_SOURCES).default(1),
});

/** What is frozen of each batch and imported study. What one person said is a part of its own. */
export const PART_KINDS = [
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
  /** The place in the manifest of what it is of, from 1. */
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
export type StudyCounts = z.infer<typeof StudyCounts>;

/** A batch, or an imported study. */
const ManifestBatch = z.object({
  batch: z.int(),
  /** Of the batch, or of the imported study's dataset. */
  id: z.string(),
  /** Only of a study that was imported with its judgements. */
  imported: z.literal(true).optional(),
  name: z.string(),
  dataset: z.string(),
  /** Of its data, and the hash its report names. */
  dataVersion: z.int(),
  data: z.string(),
  guidelines: z.object({ version: z.int(), sha256: Sha256 }).nullable(),
  arms: z.array(z.string()),
  /** Null for an imported study: nobody drew anything here. */
  seed: z.int().nullable(),
  /** How many rubrics it works with in each version. */
  rubrics: z.array(z.object({ version: z.int(), rubrics: z.int() })),
  report: z.object({ rules: z.int(), replicates: z.int(), seed: z.int() }),
  counts: StudyCounts,
});
export type ManifestBatch = z.infer<typeof ManifestBatch>;

/** What a frozen version says of itself. Its hash is the version's. */
export const Manifest = z.object({
  format: z.literal("countersign-study/1"),
  title: z.string(),
  authors: z.string(),
  version: z.int(),
  /** The hash of the version before; null for the first. */
  previous: Sha256.nullable(),
  frozenAt: z.string(),
  program: z.string(),
  batches: z.array(ManifestBatch),
  /** Over the parts that say how it was set up. */
  configuration: Sha256,
  /** Over the parts that say what was judged, drafted and said. */
  data: Sha256,
  parts: z.array(ManifestPart),
});
export type Manifest = z.infer<typeof Manifest>;

/** How a frozen version stands against the data as they are now. */
export const LiveDifference = z.object({
  /** Of the batch, or of the imported study's dataset. */
  id: z.string(),
  imported: z.boolean(),
  name: z.string(),
  /** Null when it is gone. */
  now: z
    .object({
      /** Its design, or its description, is not what was frozen. */
      design: z.boolean(),
      /** Something changed its judgements or what they are about. */
      data: z.boolean(),
      judgements: z.number(),
      decisions: z.number(),
      labellings: z.number(),
      people: z.number(),
      /** Submitted, or submitted again, since. */
      since: z.number(),
    })
    .nullable(),
  frozen: StudyCounts.pick({ judgements: true, decisions: true, labellings: true, people: true }),
});
export type LiveDifference = z.infer<typeof LiveDifference>;

/** What one version has that the one before had not. */
export const VersionChange = z.object({
  /** Batches and imported studies that came and went. */
  added: z.array(z.string()),
  dropped: z.array(z.string()),
  /** Those whose design, material or numbers are others. */
  design: z.array(z.string()),
  material: z.array(z.string()),
  numbers: z.array(z.string()),
  /** People whose labels are others, came, or went. */
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
  /** When something was removed because somebody was erased, the last time. */
  erasedAt: z.string().nullable(),
  /** Null for the first, and while it is being made. */
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
  /** How the newest frozen version stands against the data now; empty when there is none. */
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
  /** How many imported studies. */
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
  /** Of a batch: it is still worked on, so that its numbers stand for nothing yet. */
  open: boolean;
  judgements: number;
  sample: boolean;
}

const FrozenRubrics = z.array(
  z.object({
    id: z.string(),
    kind: z.string(),
    version: z.int(),
    /** Null for one of a single task. */
    items: z.array(z.object({ id: z.string(), name: z.string().nullable(), text: z.string() })).nullable(),
  }),
);
export type FrozenRubrics = z.infer<typeof FrozenRubrics>;

/** What is read of an imported study's description, by whoever shows it. */
export const ImportDescription = z.object({
  dataset: z.object({ source: z.string().nullable() }),
  /** The file it came from, where that is known. */
  file: z.object({ shape: z.string().nullable(), sha256: z.string().nullable() }).nullable(),
  rubrics: FrozenRubrics,
});
export type ImportDescription = z.infer<typeof ImportDescription>;

/** What is read of a frozen design, by whoever shows it. */
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
