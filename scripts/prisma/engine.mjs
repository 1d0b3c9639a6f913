// Prisma's schema engine as WebAssembly. The native one is a download that a closed network refuses;
// this one comes from the package registry and talks to PostgreSQL through the ordinary driver adapter.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, DriverAdapterError } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

export const prismaFolder = fileURLToPath(new URL("../../prisma", import.meta.url));
export const schemaPath = `${prismaFolder}/schema.prisma`;
export const migrationsFolder = `${prismaFolder}/migrations`;

/** No tables or enums are managed outside Prisma. */
export const everything = { externalTables: [], externalEnums: [] };

/**
 * The bindings work with one instance per process: they read and write the memory of the first, even after they
 * have been given a second. Test runs evaluate this module once per file, so the instance is stored globally.
 */
const INSTANCE = Symbol.for("countersign.schema-engine");
const registry = /** @type {{ [INSTANCE]?: Promise<void> }} */ (globalThis);

function load() {
  registry[INSTANCE] ??= instantiate();
  return registry[INSTANCE];
}

async function instantiate() {
  const entry = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm");
  const binary = await readFile(new URL("schema_engine_bg.wasm", `file://${entry}`));
  const { instance } = await WebAssembly.instantiate(binary, { "./schema_engine_bg.js": imports() });
  const wasm = /** @type {{ __wbindgen_start(): void }} */ (/** @type {unknown} */ (instance.exports));
  bindings.__wbg_set_wasm(wasm);
  wasm.__wbindgen_start();
}

/**
 * Imports of the WebAssembly module. The timer that limits waiting for the lock must not keep a finished
 * process alive.
 */
function imports() {
  const own = Object.entries(bindings).map(([name, value]) =>
    name.startsWith("__wbg_setTimeout_")
      ? [
          name,
          (/** @type {() => void} */ done, /** @type {number} */ ms) => setTimeout(done, ms >>> 0).unref(),
        ]
      : [name, value],
  );
  return /** @type {WebAssembly.ModuleImports} */ (Object.fromEntries(own));
}

/**
 * Prisma's adapter splits a script at every semicolon, including those in function bodies. Here PostgreSQL
 * gets the script as a whole, so that a migration is applied entirely or not at all.
 */
class WholeScripts extends PrismaPg {
  /** @param {pg.Pool} pool */
  constructor(pool) {
    super(pool);
    this.pool = pool;
  }

  /** @override */
  async connect() {
    const adapter = await super.connect();
    adapter.executeScript = async (script) => {
      await this.pool.query(script).catch((error) => {
        const { code, severity, message, detail, column, hint } = error;
        throw new DriverAdapterError({ kind: "postgres", code, severity, message, detail, column, hint });
      });
    };
    return adapter;
  }
}

/**
 * Calls `use` with a schema engine that is connected to the database, and disconnects it afterwards:
 * the engine holds a lock on the database's migrations for as long as its session lasts, so that of
 * two machines that start at once one migrates and the other waits.
 *
 * @template T
 * @param {string} connectionString
 * @param {string} schema the schema's text
 * @param {(engine: bindings.SchemaEngine) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withEngine(connectionString, schema, use) {
  await load();
  const pool = new pg.Pool({ connectionString, max: 1 });
  try {
    const engine = await bindings.SchemaEngine.new(
      { datamodels: [[schemaPath, schema]] },
      () => {},
      bindMigrationAwareSqlAdapterFactory(new WholeScripts(pool)),
    );
    return await use(engine);
  } finally {
    await pool.end();
  }
}
