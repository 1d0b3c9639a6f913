import pg from "pg";
import { KeySecrets } from "@/lib/env";
import { CannotReseal, resealKeys } from "@/lib/installation/rotate-key";
import { addKeySecret, dropOldKeySecrets, storedKeySecret } from "@/scripts/start/data-folder.mjs";
import { OperatorError } from "@/scripts/start/operator-error.mjs";
import { withDatabase } from "@/scripts/start/with-database.mjs";
import { BadInput } from "./bad-input";
import { parseOptions } from "./command";
import { runMaintenanceCommand } from "./installation";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign rotate-key [--new] [--json]

Encrypts the stored keys of language models and the secrets of webhooks again, with the first of the secrets in
LLM_KEY_SECRET ("NEW OLD", separated by a space): all of them, or none. Running it again changes nothing. Before, restart
Countersign with both secrets, so that it can decrypt the new values; afterwards you can remove the old secret.

If npm start made the secret, in its data folder, and LLM_KEY_SECRET is not set:

  --new   makes another secret there, encrypts every key with it and deletes the old one. Stop Countersign before

  --json  output for programs

The database is the one of DATABASE_URL, or the embedded one of this folder.
`;

const options = {
  new: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

/**
 * `countersign rotate-key`: seals the keys of language models and the secrets of webhooks with another
 * secret.
 */
export function rotateKey(args: string[], output: Output = terminal): Promise<number> {
  return runMaintenanceCommand("rotate-key", output, () => answer(args));
}

async function answer(args: string[]): Promise<string> {
  const { values: given, positionals } = parseOptions(args, options);
  if (given.help) return help;
  if (positionals.length > 0) throw new BadInput("it takes no words; --help says more");
  const done = await withDatabase<{ resealed: number; already: number }>(
    "rotate-key",
    async ({ url }) => {
      const set = process.env.LLM_KEY_SECRET;
      if (given.new && set) {
        throw new BadInput(
          "--new is for a secret of the data folder; yours is in LLM_KEY_SECRET: put one before it",
        );
      }
      if (given.new) await addKeySecret();
      const resealed = await reseal(url, secretsFrom(set || (await storedKeySecret())));
      if (given.new) await dropOldKeySecrets();
      return resealed;
    },
    { alone: given.new },
  );
  if (given.json) return `${JSON.stringify(done, null, 2)}\n`;
  const { resealed, already } = done;
  return `${keys(resealed)} sealed anew, ${already} already sealed with this secret.\n`;
}

const keys = (n: number) => `${n} ${n === 1 ? "key" : "keys"}`;

function secretsFrom(text: string | undefined): [string, ...string[]] {
  const secrets = KeySecrets.safeParse(text);
  if (!secrets.success)
    throw new BadInput(`LLM_KEY_SECRET ${secrets.error.issues[0]?.message ?? "is not well formed"}`);
  const [first, ...others] = secrets.data;
  if (!first)
    throw new BadInput("there is no secret: LLM_KEY_SECRET is not set, and npm start has made none here");
  return [first, ...others];
}

async function reseal(url: string, secrets: [string, ...string[]]) {
  const client = new pg.Client({ connectionString: url, application_name: "countersign rotate-key" });
  client.on("error", () => {}); // The running query reports it.
  await client.connect();
  try {
    return await resealKeys(client, secrets);
  } catch (error) {
    if (error instanceof CannotReseal) throw new OperatorError(error.message);
    throw error;
  } finally {
    await client.end();
  }
}
