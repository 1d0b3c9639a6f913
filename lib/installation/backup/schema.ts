import { z } from "zod";

/** Increased when the file's format changes. */
export const FORMAT = 1;

const Migration = z.object({ name: z.string(), checksum: z.string() });
export type Migration = z.infer<typeof Migration>;

/** The migrations that this program's first one has replaced. */
export interface Baseline {
  /** Translates the migrations of a database or a backup into this program's; null when it is older than the baseline. */
  translate: (made: Migration[]) => Migration[] | null;
  /** The commit whose program brings such a database to the baseline. */
  lastBefore: string;
}

/** The first line of a backup: its origin, and what is needed to read it. */
export const Header = z.object({
  countersign: z.literal("backup"),
  format: z.literal(FORMAT),
  /** When the snapshot was taken, by the database's clock. */
  at: z.iso.datetime(),
  /** The versions of Countersign and of PostgreSQL. */
  version: z.string(),
  postgres: z.string(),
  /** The migrations that created its tables, in order, with the SHA-256 of their text. */
  migrations: z.array(Migration),
  /** Tables whose rows are not included. */
  leftOut: z.array(z.string()),
});
export type Header = z.infer<typeof Header>;

/** Precedes the rows of a table. `queue` is the list of waiting jobs, which is not one of our tables. */
export const TableHead = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  queue: z.literal(true).optional(),
});
export type TableHead = z.infer<typeof TableHead>;

/** Follows the last table: the amount of everything. */
export const Contents = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256: z.string() })),
  /** The last value of the sequence; null when unused. Text, because it may exceed the range of a number. */
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
});
export type Contents = z.infer<typeof Contents>;

/** The last line: the SHA-256 of all lines before it. */
export const Seal = z.object({ sha256: z.string() });

/** Everything known about a backup except its rows. */
export interface BackupManifest extends Omit<Header, "countersign">, Contents {
  sha256: string;
}
