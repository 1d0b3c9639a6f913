import { existsSync } from "node:fs";
import pg from "pg";
import { KeySecrets } from "@/lib/env";
import { examine, type Installation } from "@/lib/installation/doctor";
import type { DoctorFinding } from "@/lib/installation/doctor-finding";
import { secretId } from "@/lib/secrets/sealing";
import { BASELINE } from "@/scripts/prisma/baseline.mjs";
import { knownMigrations } from "@/scripts/prisma/migrate.mjs";
import { storedKeySecret } from "@/scripts/start/data-folder.mjs";
import { dataFolder, home } from "@/scripts/start/installation-folders.mjs";
import { findRun } from "@/scripts/start/running-start.mjs";
import { withDatabase } from "@/scripts/start/with-database.mjs";
import { BadInput } from "./bad-input";
import { parseOptions } from "./command";
import { type CommandResult, runMaintenanceCommand } from "./installation";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign doctor [--json]

Checks versions, settings, the database and its durability, migrations, the worker and its queue, clocks and disk, and
says how to fix each problem. Secrets are not shown. Exit code 1 when there is a problem.

The settings are those of the npm start that runs in this folder, else those of this shell. The database is the one of
DATABASE_URL, or the embedded one of this folder.
`;

const options = {
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** `countersign doctor`: checks this installation. */
export function doctor(args: string[], output: Output = terminal): Promise<number> {
  return runMaintenanceCommand("doctor", output, () => answer(args));
}

async function answer(args: string[]): Promise<string | CommandResult> {
  const { values: given, positionals } = parseOptions(args, options);
  if (given.help) return help;
  if (positionals.length > 0) throw new BadInput("it takes no file; --help says more");
  const known = await knownMigrations();
  const findings = await withDatabase<DoctorFinding[]>("doctor", async ({ url, embedded }) => {
    const client = new pg.Client({ connectionString: url, application_name: "countersign doctor" });
    client.on("error", () => {}); // The running query reports it.
    await client.connect();
    try {
      const folder = existsSync(dataFolder) ? dataFolder : home;
      return await examine(client, { ...(await settingsOf()), embedded, folder, known, baseline: BASELINE });
    } finally {
      await client.end();
    }
  });
  const isWell = findings.every(({ state }) => state !== "problem");
  const words = given.json
    ? `${JSON.stringify({ ok: isWell, findings }, null, 2)}\n`
    : `${findings.map(inWords).join("\n")}\n`;
  return { words, code: isWell ? 0 : 1 };
}

/**
 * The settings of the server that runs in this folder, which the caller may not have; otherwise those of this
 * shell. Sealed keys are checked by the secrets here, or by the ids of the server's secrets.
 */
async function settingsOf(): Promise<Pick<Installation, "environment" | "openers" | "running">> {
  const run = await findRun();
  const text = process.env.LLM_KEY_SECRET || (await storedKeySecret());
  const own = KeySecrets.safeParse(text).data ?? [];
  if (!run)
    return { environment: process.env, running: false, openers: own.length > 0 ? { secrets: own } : null };
  const has = own.length > 0 && own.every((secret) => run.keyIds.includes(secretId(secret)));
  return {
    environment: { ...process.env, ...run.settings },
    running: true,
    openers: has ? { secrets: own } : { ids: run.keyIds },
  };
}

function inWords({ about, state, words, advice }: DoctorFinding): string {
  const line = `${state.padEnd(7)}  ${about.padEnd(10)}  ${words}`;
  return advice ? `${line}\n${" ".repeat(21)}${advice}` : line;
}
