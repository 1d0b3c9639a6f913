import { BadInput } from "./bad-input";
import { answering, requestServer, serverHelp, serverOf, serverOptions } from "./client";
import { parseOptions } from "./command";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign user add EMAIL --name NAME [options]

Makes an account and prints the link with which the person chooses a password. The link works once, for three days.
It needs the token of a site admin.

  --name NAME    the person's name
  --project ID   adds them to this project, with
  --role ROLE    annotator, researcher or admin
  --site-admin   they may make accounts and projects, and count as an admin of every project
  --json         output for programs
${serverHelp}`;

const options = {
  ...serverOptions,
  name: { type: "string" },
  project: { type: "string" },
  role: { type: "string" },
  "site-admin": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

interface MadeUser {
  id: string;
  /** Null where nobody signs in with a password. */
  link: { url: string; expiresAt: string } | null;
}

/** `countersign user add`: creates an account over the API. */
export function user(args: string[], output: Output = terminal): Promise<number> {
  return answering("user", output, () => answer(args));
}

async function answer(args: string[]): Promise<string> {
  const { values: given, positionals } = parseOptions(args, options);
  if (given.help) return help;
  const [verb, email, ...others] = positionals;
  if (verb !== "add" || email === undefined || others.length > 0) {
    throw new BadInput("say: countersign user add EMAIL --name NAME");
  }
  if (!given.name) throw new BadInput("--name is missing: what the person is called");
  if ((given.project === undefined) !== (given.role === undefined)) {
    throw new BadInput("--project and --role belong together");
  }
  const made = await requestServer<MadeUser>(serverOf(given), "POST", "/api/v1/users", {
    email,
    name: given.name,
    siteAdmin: given["site-admin"],
    project: given.project,
    role: given.role,
  });
  if (given.json) return `${JSON.stringify(made, null, 2)}\n`;
  if (made.link === null)
    return `${email} has an account. Its owner signs in through the identity provider.\n`;
  return `${email} has an account. The link to choose a password works once, until ${made.link.expiresAt}:\n\n${made.link.url}\n`;
}
