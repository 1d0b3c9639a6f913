import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Bucket, BucketProblem, bucketSettings } from "@/lib/installation/backup/bucket";

/** Backups with a date in their names, in a folder or a bucket. */
interface BackupStore {
  /**
   * Makes a backup under a name of its own.
   * @param write writes it into a new file
   * @returns where it is
   */
  add(name: string, write: (file: string) => Promise<void>): Promise<string>;
  /** The names of all backups in it, oldest first. Other files are none of its business. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

/** The name of a backup begun at a moment; names sort by time. */
export function backupName(at: Date): string {
  return `countersign-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.gz`;
}

const NAME = /^countersign-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.gz$/;

/** The bucket and key of an address such as `s3://bucket/prefix`; null for a path. */
export function s3Address(target: string): { bucket: string; key: string } | null {
  const parts = /^s3:\/\/([^/]+)\/?(.*)$/.exec(target);
  if (!parts) {
    if (target.startsWith("s3:"))
      throw new BucketProblem(`${target} is no address of a bucket: s3://bucket/prefix`);
    return null;
  }
  return { bucket: parts[1] ?? "", key: (parts[2] ?? "").replace(/\/$/, "") };
}

/**
 * The store at a target: a folder, which is made if needed, or `s3://bucket/prefix`. Throws `BucketProblem`.
 * @param env credentials of the bucket
 */
export function openStore(target: string, env: Record<string, string | undefined>): BackupStore {
  const address = s3Address(target);
  return address
    ? bucketStore(new Bucket(bucketSettings(env), address.bucket), address.key)
    : folderStore(target);
}

/**
 * Fetches a backup of a bucket into a temporary file for as long as it is used; a path is used as it is.
 * @param env credentials of the bucket
 */
export async function withBackupFile<T>(
  source: string,
  env: Record<string, string | undefined>,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const address = s3Address(source);
  if (!address) return use(source);
  const bucket = new Bucket(bucketSettings(env), address.bucket);
  return inTemporaryFolder(async (folder) => {
    const file = path.join(folder, "backup.gz");
    await bucket.get(address.key, file);
    return use(file);
  });
}

/**
 * Removes the oldest backups beyond a number.
 * @returns the names of those removed
 */
export async function deleteOldBackups(store: BackupStore, keep: number): Promise<string[]> {
  const names = await store.list();
  const old = names.slice(0, Math.max(0, names.length - keep));
  for (const name of old) await store.remove(name);
  return old;
}

function folderStore(folder: string): BackupStore {
  return {
    async add(name, write) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, name);
      await write(file);
      return file;
    },
    list: async () => (await readdir(folder)).filter((name) => NAME.test(name)).sort(),
    remove: (name) => rm(path.join(folder, name)),
  };
}

function bucketStore(bucket: Bucket, prefix: string): BackupStore {
  const keyOf = (name: string) => (prefix === "" ? name : `${prefix}/${name}`);
  return {
    add: (name, write) =>
      inTemporaryFolder(async (folder) => {
        const file = path.join(folder, name);
        await write(file);
        await bucket.put(keyOf(name), file);
        return `s3://${bucket.name}/${keyOf(name)}`;
      }),
    list: async () => {
      const start = keyOf("").length;
      return (await bucket.list(keyOf("countersign-")))
        .map((key) => key.slice(start))
        .filter((name) => NAME.test(name));
    },
    remove: (name) => bucket.remove(keyOf(name)),
  };
}

async function inTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-backup-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
