import { z } from "zod";

/** Raised when the file's shape changes. */
export const FORMAT = 1;

const Migration = z.object({ name: z.string(), checksum: z.string() });
export type Migration = z.infer<typeof Migration>;

/** The first line of a backup: where it comes from, and what it takes to read it. */
export const Header = z.object({
  countersign: z.literal("backup"),
  format: z.literal(FORMAT),
  /** When the snapshot was taken, by the clock of the database. */
  at: z.iso.datetime(),
  /** The versions of Countersign and of PostgreSQL. */
  version: z.string(),
  postgres: z.string(),
  /** Those that made its tables, in their order, with the SHA-256 of their text. */
  migrations: z.array(Migration),
  /** Tables whose rows are not in it. */
  leftOut: z.array(z.string()),
});
export type Header = z.infer<typeof Header>;

/** Stands before the rows of a table. `queue` is the list of waiting jobs, which has no table of ours. */
export const TableHead = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  queue: z.literal(true).optional(),
});
export type TableHead = z.infer<typeof TableHead>;

/** What stands after the last table: how much of everything there is. */
export const Contents = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256: z.string() })),
  /** The last value given out; null when none was. Text, because it may be larger than a number holds. */
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
});
export type Contents = z.infer<typeof Contents>;

/** The last line: the SHA-256 of every line before it. */
export const Seal = z.object({ sha256: z.string() });

/** Everything known about a backup without its rows. */
export interface BackupManifest extends Omit<Header, "countersign">, Contents {
  sha256: string;
}
