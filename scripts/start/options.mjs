import { parseArgs } from "node:util";
import { isPackage, START } from "./installation-folders.mjs";
import { OperatorError } from "./operator-error.mjs";

export const HELP = `${START} [options]

  --port NUMBER   where the web server listens (PORT; 3000)
  --host ADDRESS  the address it listens on (HOST; 127.0.0.1)
  --demo          load the demo project into the database of DATABASE_URL as well
  --only PART     of an installation of several containers: schema (migrates, then ends), web, worker or backups
${isPackage ? "" : "  --dev           the development server, with the same database and worker\n"}  --help          this text

The README lists the environment variables.`;

const LOOPBACK = ["127.0.0.1", "localhost", "::1"];
const ANY = ["0.0.0.0", "::"];

/**
 * Options from the command line and the environment.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function readOptions(args, env) {
  const flags = parse(args);
  const port = portNumber(flags.port ?? (env.PORT || "3000"), flags.port === undefined ? "PORT" : "--port");
  const host = flags.host ?? (env.HOST || "127.0.0.1");
  if (!env.APP_URL && ![...LOOPBACK, ...ANY].includes(host)) {
    throw new OperatorError(`Listening on ${host} needs APP_URL, the https address that people open.`);
  }
  const only = partOf(flags.only);
  if (flags.dev && isPackage) throw new OperatorError("--dev needs a clone of the sources.");
  if (only && !env.DATABASE_URL)
    throw new OperatorError(`--only ${only} needs DATABASE_URL: it starts no PostgreSQL.`);
  if ((only === "web" || only === "worker") && !(env.NEXTAUTH_SECRET && env.LLM_KEY_SECRET))
    throw new OperatorError(
      `--only ${only} needs NEXTAUTH_SECRET and LLM_KEY_SECRET, the same in every container.`,
    );
  if (only === "backups" && !env.BACKUP_TO)
    throw new OperatorError("--only backups needs BACKUP_TO, a folder or s3://BUCKET/PREFIX.");
  const local = ANY.includes(host) ? "127.0.0.1" : host;
  return {
    help: flags.help ?? false,
    dev: flags.dev ?? false,
    demo: flags.demo ?? false,
    only,
    port,
    host,
    databaseUrl: env.DATABASE_URL || undefined,
    databasePort: env.DATABASE_PORT ? portNumber(env.DATABASE_PORT, "DATABASE_PORT") : undefined,
    /** The public address. */
    address: env.APP_URL || `http://localhost:${port}`,
    /** The address on this machine. */
    local: `http://${local.includes(":") ? `[${local}]` : local}:${port}`,
  };
}

/** @typedef {ReturnType<typeof readOptions>} Options */

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: "string" },
        host: { type: "string" },
        demo: { type: "boolean" },
        only: { type: "string" },
        dev: { type: "boolean" },
        help: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(". ")[0] ?? "") : "";
    throw new OperatorError(`${reason.replace(/\.$/, "")}. ${START} --help lists the options.`);
  }
}

const PARTS = /** @type {const} */ (["schema", "web", "worker", "backups"]);

/** @param {string | undefined} text */
function partOf(text) {
  if (text === undefined) return undefined;
  const part = PARTS.find((one) => one === text);
  if (part) return part;
  throw new OperatorError(`--only takes schema, web, worker or backups, not "${text}".`);
}

/**
 * @param {string} text
 * @param {string} name
 */
function portNumber(text, name) {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new OperatorError(`${name} must be a port from 1 to 65535, not "${text}".`);
}
