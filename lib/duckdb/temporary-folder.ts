import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** The data folder of an installation; a command that runs elsewhere has none. */
const DATA = path.resolve(".data");

const NAME = /^countersign-duckdb-(\d+)-/;

/** A new folder for what does not fit into memory. Folders of processes that were killed go first. */
export async function makeTemporaryFolder(): Promise<string> {
  const parent = existsSync(DATA) ? DATA : tmpdir();
  await removeAbandoned(parent);
  return mkdtemp(path.join(parent, `countersign-duckdb-${process.pid}-`));
}

async function removeAbandoned(parent: string): Promise<void> {
  const names = await readdir(parent);
  const abandoned = names.filter((name) => {
    const owner = NAME.exec(name)?.[1];
    return owner !== undefined && !isAlive(Number(owner));
  });
  // A folder of another user in a shared /tmp stays: only its owner can remove it.
  await Promise.all(
    abandoned.map((name) => rm(path.join(parent, name), { recursive: true, force: true }).catch(() => {})),
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
