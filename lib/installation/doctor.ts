import { statfs } from "node:fs/promises";
import type { Client } from "pg";
import { checkAuditLog } from "@/lib/audit/check-seals";
import { engineVersion } from "@/lib/duckdb/engine";
import { type Environment, parseEnvironment } from "@/lib/env";
import { listMigrations } from "@/lib/installation/backup/catalogue";
import type { Baseline, Migration } from "@/lib/installation/backup/schema";
import { type DoctorFinding, ok } from "@/lib/installation/doctor-finding";
import { examineProviders } from "@/lib/installation/doctor-providers";
import { findUnopened, type Openers } from "@/lib/installation/rotate-key";
import { LATE_SECONDS } from "@/lib/installation/schema";
import { VERSION } from "@/lib/version";

export interface Installation {
  /** Its environment variables. */
  environment: Record<string, string | undefined>;
  /** True when it runs its own PostgreSQL with its own secret, under `folder`. */
  embedded: boolean;
  /** Its data folder on this machine. */
  folder: string;
  /** The migrations of this program. */
  known: Migration[];
  baseline: Baseline;
  /** Secrets that open the sealed keys; null when unknown. */
  openers: Openers | null;
  /** True if the variables are those of a running server, not of the caller. */
  running: boolean;
}

/** Everything that can be found out about an installation from outside. No finding contains a secret. */
export async function examine(client: Client, installation: Installation): Promise<DoctorFinding[]> {
  return [
    runtime(),
    await engine(),
    ...settings(installation),
    ...(await examineProviders(installation)),
    ...(await server(client)),
    await clock(client),
    await migrations(client, installation),
    ...(await sealedKeys(client, installation)),
    ...(await roles(client, installation)),
    ...(await auditLog(client)),
    ...(await work(client)),
    await disk(installation.folder),
  ];
}

function runtime(): DoctorFinding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const words = `Countersign ${VERSION} on Node ${process.versions.node}`;
  if (major > 20 || (major === 20 && minor >= 19)) return ok("versions", words);
  return { about: "versions", state: "problem", words, advice: "Install Node 20.19 or newer." };
}

/** Checks the engine that reads and writes Parquet files. */
async function engine(): Promise<DoctorFinding> {
  try {
    return ok("versions", `DuckDB ${await engineVersion()}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    return {
      about: "versions",
      state: "problem",
      words: `DuckDB cannot be loaded: ${reason}`,
      advice: "Run npm ci on this machine: its library is another on each operating system and processor.",
    };
  }
}

const OPTIONAL: Record<string, string> = {
  PORT: "3000",
  HOST: "127.0.0.1",
  APP_URL: "http://localhost, this machine only",
  TRUST_PROXY: "0: no proxy is believed",
  WEB_PROCESSES: "1",
  LOG_LEVEL: "info; warning in a terminal",
  LLM_ALLOWED_ORIGINS: "models on public https addresses only",
  WEBHOOK_ALLOWED_ORIGINS: "webhooks to public https addresses only",
  PROLIFIC_ORIGIN: "https://api.prolific.com",
  MAIL_FROM: "no mail is sent",
  OIDC_ISSUER: "no institution's accounts",
  GITHUB_CLIENT_ID: "no sign-in with GitHub",
  ORCID_CLIENT_ID: "no sign-in with ORCID",
  PASSWORD_SIGN_IN: "on",
  SECOND_FACTOR_REQUIRED: "none",
};

function settings({ environment, embedded, running }: Installation): DoctorFinding[] {
  const about = "settings";
  const whose = running
    ? ok(about, "those of the server that runs here now")
    : ok(about, "those of this shell and its .env: no npm start runs in this folder");
  const given = (name: string) => environment[name] || undefined;
  const shown = Object.entries(OPTIONAL).map(([name, usual]) =>
    ok(about, given(name) ? `${name} is ${given(name)}` : `${name} is not set (${usual})`),
  );
  const secret = given("NEXTAUTH_SECRET");
  const assumed = {
    DATABASE_URL: "postgresql://127.0.0.1/embedded",
    NEXTAUTH_SECRET: "0123456789abcdefghijklmnopqrstuvwxyz",
    APP_URL: "http://localhost:3000",
    LLM_KEY_SECRET: "0123456789abcdefghijklmnopqrstuvwxyz",
    // A server that runs has these; they are not among the settings that commands may read.
    ...(running && given("MAIL_FROM") && { SMTP_URL: "smtp://localhost" }),
    ...(running && given("OIDC_ISSUER") && { OIDC_CLIENT_SECRET: "not shown" }),
    ...(running && given("GITHUB_CLIENT_ID") && { GITHUB_CLIENT_SECRET: "not shown" }),
    ...(running && given("ORCID_CLIENT_ID") && { ORCID_CLIENT_SECRET: "not shown" }),
  };
  const wrong = problemsOf({ ...assumed, ...withoutEmpty(environment) }).map((words): DoctorFinding => {
    return { about, state: "problem", words, advice: "Countersign does not start until this is put right." };
  });
  const sealing = given("LLM_KEY_SECRET");
  return [
    whose,
    ok(about, embedded ? "DATABASE_URL is not set (embedded PostgreSQL)" : "DATABASE_URL is set"),
    ok(about, secret ? "NEXTAUTH_SECRET is set" : "NEXTAUTH_SECRET is not set (made by the first start)"),
    ok(about, sealing ? "LLM_KEY_SECRET is set" : "LLM_KEY_SECRET is not set (made by the first start)"),
    ...shown,
    ...wrong,
    ...proxies(given("APP_URL"), given("TRUST_PROXY")),
  ];
}

/**
 * https is handled by a proxy in front of the server: with no trusted proxy, all clients seem to have no
 * address.
 */
function proxies(appUrl: string | undefined, trusted = "0"): DoctorFinding[] {
  if (!appUrl?.startsWith("https:") || trusted !== "0") return [];
  return [
    {
      about: "settings",
      state: "warning",
      words: "APP_URL is https and TRUST_PROXY is 0: addresses of clients are not known",
      advice:
        "Password guesses are then limited for all addresses together, not for each one. Set TRUST_PROXY to the number of proxies in front of the server that append to X-Forwarded-For.",
    },
  ];
}

function withoutEmpty(environment: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(environment).filter(([, text]) => text));
}

function problemsOf(environment: Record<string, string | undefined>): string[] {
  try {
    parseEnvironment(environment) satisfies Environment;
    return [];
  } catch (error) {
    if (error instanceof Error && error.name === "BadEnvironment") return error.message.split("\n");
    throw error;
  }
}

async function server(client: Client): Promise<DoctorFinding[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings WHERE name IN ('server_version', 'server_version_num', 'fsync',
       'full_page_writes', 'synchronous_commit', 'max_connections', 'superuser_reserved_connections')`,
  );
  const of = (name: string) => rows.find((row) => row.name === name)?.setting ?? "";
  const about = "database";
  const version: DoctorFinding =
    Number(of("server_version_num")) >= 150_000
      ? ok(about, `PostgreSQL ${of("server_version")}`)
      : {
          about,
          state: "problem",
          words: `PostgreSQL ${of("server_version")}`,
          advice: "15 or newer is needed.",
        };
  const durable = ["fsync", "full_page_writes", "synchronous_commit"].map((name): DoctorFinding => {
    if (of(name) !== "off") return ok(about, `${name} is ${of(name)}`);
    const advice = "Turn it on. Without it, work that was confirmed as saved can be lost in a crash.";
    return { about, state: "problem", words: `${name} is off`, advice };
  });
  return [version, ...durable, await connections(client, of)];
}

/** A web server uses up to 25 connections, a worker up to 31. */
const WANTED = 60;

async function connections(client: Client, of: (name: string) => string): Promise<DoctorFinding> {
  const { rows } = await client.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE backend_type = 'client backend'",
  );
  const most = Number(of("max_connections")) - Number(of("superuser_reserved_connections"));
  const used = rows[0]?.n ?? 0;
  const words = `${used} of ${most} connections are in use`;
  if (most < WANTED || used > 0.9 * most) {
    const advice = `Raise max_connections; a web server and a worker use up to ${WANTED}.`;
    return { about: "database", state: "warning", words, advice };
  }
  return ok("database", words);
}

async function clock(client: Client): Promise<DoctorFinding> {
  const before = Date.now();
  const { rows } = await client.query<{ at: Date }>("SELECT clock_timestamp() AS at");
  const after = Date.now();
  const there = rows[0]?.at.getTime() ?? before;
  const apart = Math.max(0, before - there, there - after) / 1000;
  const words = `this machine's and the database's differ by ${apart.toFixed(1)} s`;
  if (apart < 5) return ok("clocks", words);
  return {
    about: "clocks",
    state: "warning",
    words,
    advice: "Keep both by NTP: leases and sessions go by them.",
  };
}

async function migrations(client: Client, { known, baseline }: Installation): Promise<DoctorFinding> {
  const about = "migrations";
  const made = baseline.translate(await listMigrations(client));
  if (!made) {
    const words = "the database is of an older version, from before the first migration of this one";
    return {
      about,
      state: "problem",
      words,
      advice: `Start commit ${baseline.lastBefore} on it once, then this version.`,
    };
  }
  const applied = new Set(made.map(({ name }) => name));
  const pending = known.filter(({ name }) => !applied.has(name));
  const ahead = [...applied].filter((name) => !known.some((one) => one.name === name));
  if (ahead.length > 0) {
    const words = `the database is newer than this program: it has ${ahead.join(", ")}`;
    return { about, state: "problem", words, advice: "Run the newer version of Countersign." };
  }
  if (pending.length === 0) return ok(about, `all ${known.length} are applied`);
  const words = `${pending.length} of ${known.length} are not applied`;
  return { about, state: "problem", words, advice: "npm start applies them." };
}

/**
 * Keys of language models and secrets of webhooks that cannot be opened any more, as after a restore without
 * the secret.
 */
async function sealedKeys(client: Client, { openers }: Installation): Promise<DoctorFinding[]> {
  const { rows } = await client.query(`SELECT 1 WHERE to_regclass('"Webhook"') IS NOT NULL`);
  if (rows.length === 0 || !openers) return [];
  const { sealed, unopened } = await findUnopened(client, openers);
  const about = "keys";
  if (unopened.length === 0) {
    return [
      ok(about, sealed === 0 ? "none is kept sealed" : `all ${sealed} that are kept sealed can be opened`),
    ];
  }
  const names = new Intl.ListFormat("en").format(unopened.slice(0, 5));
  const more = unopened.length > 5 ? ` and ${unopened.length - 5} more` : "";
  return [
    {
      about,
      state: "problem",
      words: `${unopened.length} of ${sealed} cannot be opened: ${names}${more}`,
      advice:
        "Put the secret they were sealed with into LLM_KEY_SECRET, behind the one there is, or renew them in the browser.",
    },
  ];
}

/** A job that waits longer than this, in seconds, is not handled by any worker. */
const WAITS_TOO_LONG = 300;

/** Checks that the role of web and worker cannot change the tables, and with them all constraints. */
async function roles(client: Client, { environment, embedded }: Installation): Promise<DoctorFinding[]> {
  const { DATABASE_URL } = environment;
  const about = "database";
  if (embedded) return [ok(about, "web and worker connect as a role that owns nothing")];
  if (!DATABASE_URL || !URL.canParse(DATABASE_URL)) return [];
  const { rows } = await client.query<{ mighty: boolean }>(
    `SELECT r.rolsuper OR r.rolbypassrls OR EXISTS (SELECT FROM pg_class c WHERE c.oid = to_regclass('"User"')
       AND pg_has_role(r.oid, c.relowner, 'USAGE')) AS mighty FROM pg_roles r WHERE r.rolname = $1`,
    [decodeURIComponent(new URL(DATABASE_URL).username)],
  );
  if (rows[0]?.mighty === false) return [ok(about, "web and worker connect as a role that owns nothing")];
  const words = "web and worker connect as the owner of the tables";
  const advice =
    "Whoever finds a way to send SQL of their own could rewrite the audit log. Give the owner's address as DATABASE_OWNER_URL and a role of its own in DATABASE_URL: see docs/how-to/deployment.";
  return [{ about, state: "warning", words, advice }];
}

/** Checks that the audit log is unchanged since it was sealed. */
async function auditLog(client: Client): Promise<DoctorFinding[]> {
  const { rows: tables } = await client.query(`SELECT 1 WHERE to_regclass('"AuditSeal"') IS NOT NULL`);
  if (tables.length === 0) return [];
  const about = "audit log";
  const { broken, rows, hash } = await checkAuditLog(client);
  if (broken === null)
    return [
      ok(
        about,
        hash === null ? "not sealed yet" : `${rows} rows are as they were sealed, up to ${hash.slice(0, 16)}`,
      ),
    ];
  const words = `rows were changed, removed or added afterwards: seal ${broken} does not fit`;
  const advice =
    "Compare the table AuditLog with that of a backup, and find out who had access to the database.";
  return [{ about, state: "problem", words, advice }];
}

async function work(client: Client): Promise<DoctorFinding[]> {
  const { rows: tables } = await client.query(
    `SELECT 1 WHERE to_regclass('graphile_worker.jobs') IS NOT NULL AND to_regclass('"Worker"') IS NOT NULL`,
  );
  if (tables.length === 0) return [];
  const { rows } = await client.query<{ workers: number; seen: number | null }>(
    `SELECT count(*) FILTER (WHERE "seenAt" > clock_timestamp() - make_interval(secs => $1))::int AS workers,
       extract(epoch FROM clock_timestamp() - max("seenAt"))::int AS seen FROM "Worker"`,
    [LATE_SECONDS],
  );
  const { workers = 0, seen = null } = rows[0] ?? {};
  const alive: DoctorFinding =
    workers > 0
      ? ok("worker", `${workers} running, last seen ${Math.max(0, seen ?? 0)} s ago`)
      : {
          about: "worker",
          state: "problem",
          words: seen === null ? "none is running" : `none is running; the last was seen ${seen} s ago`,
          advice: "Start one: npm start does. Without it imports, reports and expired leases wait.",
        };
  const { rows: queues } = await client.query<{
    ready: number;
    oldest: number | null;
    failing: number;
    dead: number;
  }>(
    `SELECT count(*) FILTER (WHERE run_at <= now() AND locked_at IS NULL AND attempts < max_attempts)::int AS ready,
       extract(epoch FROM now() - min(run_at) FILTER
         (WHERE run_at <= now() AND locked_at IS NULL AND attempts < max_attempts))::int AS oldest,
       count(*) FILTER (WHERE last_error IS NOT NULL AND attempts < max_attempts)::int AS failing,
       count(*) FILTER (WHERE attempts >= max_attempts)::int AS dead FROM graphile_worker.jobs`,
  );
  const { ready = 0, oldest = null, failing = 0, dead = 0 } = queues[0] ?? {};
  const waits = (oldest ?? 0) > WAITS_TOO_LONG;
  const waiting: DoctorFinding = {
    about: "jobs",
    state: waits ? "warning" : "ok",
    words: ready === 0 ? "none is waiting" : `${ready} are waiting, the oldest for ${oldest} s`,
    ...(waits && { advice: "Start more workers, or look in the worker's log for why they do not get done." }),
  };
  const failed: DoctorFinding = {
    about: "jobs",
    state: failing + dead > 0 ? "warning" : "ok",
    words: `${failing} have failed and will be tried again, ${dead} were given up`,
    ...(failing + dead > 0 && { advice: 'The worker\'s log has a line "job-error" for each.' }),
  };
  return [alive, waiting, failed];
}

const GIGABYTE = 2 ** 30;

async function disk(folder: string): Promise<DoctorFinding> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const [free, all] = [bavail * bsize, blocks * bsize];
  const words = `${(free / GIGABYTE).toFixed(1)} of ${(all / GIGABYTE).toFixed(1)} GB are free where ${folder} is`;
  if (free > 2 * GIGABYTE && free > 0.05 * all) return ok("disk", words);
  const state = free > GIGABYTE / 2 ? "warning" : "problem";
  return { about: "disk", state, words, advice: "Make room: a database whose disk is full stops." };
}
