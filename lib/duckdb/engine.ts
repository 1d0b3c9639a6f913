import { rm } from "node:fs/promises";
import type { DuckDBConnection } from "@duckdb/node-api";
import { makeTemporaryFolder } from "./temporary-folder";

/** Limits of one engine. Data that does not fit into memory goes to its temporary folder. */
interface EngineLimits {
  memoryMb: number;
  diskMb: number;
  threads: number;
}

const ENGINE_LIMITS: EngineLimits = { memoryMb: 256, diskMb: 8192, threads: 2 };

export interface Engine {
  connection: DuckDBConnection;
  /** The only folder that statements can read and write. */
  folder: string;
  /** The place of tables: in the database, or in this connection alone. */
  tables: "memory" | "temp";
  /**
   * Another connection, within the same limits. It sees the tables of the database, and its own are temporary: no other
   * connection sees them, and they are gone when it is closed. Close it before the engine.
   */
  connect(): Promise<Engine>;
  /** Ends it and removes its folder; a further connection ends alone. */
  close(): Promise<void>;
}

/**
 * A database in memory, of this process alone. Its statements reach no network and no file outside its own temporary
 * folder, load no extension, and cannot change that.
 */
export async function openEngine(limits: EngineLimits = ENGINE_LIMITS): Promise<Engine> {
  // Loaded on first use: 70 MB of native code that most processes never need.
  const { DuckDBInstance, quotedString } = await import("@duckdb/node-api");
  const folder = await makeTemporaryFolder();
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const instance = await DuckDBInstance.create(":memory:", {
      memory_limit: `${limits.memoryMb}MB`,
      threads: String(limits.threads),
      temp_directory: folder,
      autoinstall_known_extensions: "false",
      autoload_known_extensions: "false",
    });
    const connection = await instance.connect();
    for (const setting of [
      `max_temp_directory_size = '${limits.diskMb}MB'`,
      "allow_community_extensions = false",
      `allowed_directories = [${quotedString(folder)}]`,
      "TimeZone = 'UTC'",
      "enable_external_access = false",
      "lock_configuration = true",
    ])
      await connection.run(`SET ${setting}`);
    const close = async () => {
      connection.closeSync();
      instance.closeSync();
      await remove();
    };
    const connect = async (): Promise<Engine> => {
      const further = await instance.connect();
      return { connection: further, folder, tables: "temp", connect, close: async () => further.closeSync() };
    };
    return { connection, folder, tables: "memory", connect, close };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The version of the engine, by opening it: throws where its library is not there, or not for this machine. */
export async function engineVersion(): Promise<string> {
  const { version } = await import("@duckdb/node-api");
  const { close } = await openEngine();
  await close();
  return version().replace(/^v/, "");
}

/** True for a statement that failed because neither memory nor the temporary folder had room for its data. */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof Error && /^(Out of Memory|IO) Error/.test(error.message);
}
