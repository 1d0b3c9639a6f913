import { type Output, terminal } from "@/lib/cli/terminal";

/** A command takes the arguments after its name and returns the exit code: 0, or 2 on bad input. */
export type Command = (args: string[], output?: Output) => Promise<number>;

/** Each command is loaded when it is used, so that starting one does not load the others. */
const commands: Record<string, { purpose: string; load: () => Promise<Command> }> = {
  start: {
    purpose: "run the whole platform on this machine: web server, worker and PostgreSQL",
    load: async () => (await import("@/lib/cli/start")).start,
  },
  agreement: {
    purpose: "compute agreement statistics of a file of ratings",
    load: async () => (await import("@/lib/cli/agreement")).agreement,
  },
  report: {
    purpose: "print every table of the dashboards for a study file",
    load: async () => (await import("@/lib/cli/report")).report,
  },
  plan: {
    purpose: "estimate the width of intervals, by units, raters and labels",
    load: async () => (await import("@/lib/cli/plan")).plan,
  },
  raters: {
    purpose: "fit models of raters: Dawid-Skene, MACE, Rasch, generalisability",
    load: async () => (await import("@/lib/cli/raters")).raters,
  },
  tables: {
    purpose: "compute the tables of a paper from a study file",
    load: async () => (await import("@/lib/cli/tables")).tables,
  },
  items: {
    purpose: "pick the checklist items that an ablation found positive or negative",
    load: async () => (await import("@/lib/cli/items")).items,
  },
  curate: {
    purpose: "curate a set of instances for evaluating judges",
    load: async () => (await import("@/lib/cli/curate")).curate,
  },
  sql: {
    purpose: "query the judgements, drafts and decisions of a study file or bundle",
    load: async () => (await import("@/lib/cli/sql")).sql,
  },
  verify: {
    purpose: "check what a program can prove about responses",
    load: async () => (await import("@/lib/cli/verify")).verifyCommand,
  },
  draft: {
    purpose: "run a drafting or judging method on a study file, without a server",
    load: async () => (await import("@/lib/cli/draft")).draft,
  },
  recipe: {
    purpose: "run a whole study of a paper on a study file: its runs, batches and tables",
    load: async () => (await import("@/lib/cli/recipe")).recipe,
  },
  user: {
    purpose: "create accounts on a server",
    load: async () => (await import("@/lib/cli/user")).user,
  },
  import: {
    purpose: "import a study file into a project",
    load: async () => (await import("@/lib/cli/import")).importStudy,
  },
  push: {
    purpose: "add tasks, responses and drafts to a dataset",
    load: async () => (await import("@/lib/cli/push")).push,
  },
  export: {
    purpose: "export a batch or dataset as ratings, study file or agreement",
    load: async () => (await import("@/lib/cli/export")).exportStudy,
  },
  mcp: {
    purpose: "offer projects, drafting runs and batches as tools to an assistant (MCP)",
    load: async () => (await import("@/lib/cli/mcp")).mcp,
  },
  "verify-study": {
    purpose: "check a frozen study against its manifest",
    load: async () => (await import("@/lib/cli/verify-study")).verifyStudy,
  },
  backup: {
    purpose: "back up the whole database into a file",
    load: async () => (await import("@/lib/cli/backup")).backup,
  },
  restore: {
    purpose: "restore a backup into an empty database",
    load: async () => (await import("@/lib/cli/restore")).restoreCommand,
  },
  "rotate-key": {
    purpose: "encrypt stored keys with another secret",
    load: async () => (await import("@/lib/cli/rotate-key")).rotateKey,
  },
  doctor: {
    purpose: "check this installation and say how to fix problems",
    load: async () => (await import("@/lib/cli/doctor")).doctor,
  },
};

/** The `countersign` command: the first argument selects the subcommand. */
export async function countersign(args: string[], output: Output = terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    output.stdout(help());
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    output.stderr(`countersign: there is no command "${name}"; try countersign --help\n`);
    return 2;
  }
  return (await command.load())(rest, output);
}

function help(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { purpose }]) => `  ${name.padEnd(width)}  ${purpose}`);
  return [
    "Usage: countersign COMMAND …",
    "",
    ...lines,
    "",
    "countersign COMMAND --help describes a command.",
    "",
  ].join("\n");
}
