import { type Output, terminal } from "@/lib/cli/terminal";

/** A command takes the arguments after its name and returns the exit code: 0, or 2 on bad input. */
export type Command = (args: string[], output?: Output) => Promise<number>;

/** Each command is loaded when it is used, so that starting one does not load the others. */
const commands: Record<string, { purpose: string; load: () => Promise<Command> }> = {
  start: {
    purpose: "the whole platform on this machine: web server, worker and PostgreSQL",
    load: async () => (await import("@/lib/cli/start")).start,
  },
  agreement: {
    purpose: "agreement statistics of a file of ratings",
    load: async () => (await import("@/lib/cli/agreement")).agreement,
  },
  report: {
    purpose: "every table of the dashboards for a study file",
    load: async () => (await import("@/lib/cli/report")).report,
  },
  plan: {
    purpose: "how wide intervals will be, by units, raters and labels",
    load: async () => (await import("@/lib/cli/plan")).plan,
  },
  raters: {
    purpose: "models of who says what: Dawid-Skene, MACE, Rasch, generalisability",
    load: async () => (await import("@/lib/cli/raters")).raters,
  },
  tables: {
    purpose: "the tables of a paper, computed from a study file",
    load: async () => (await import("@/lib/cli/tables")).tables,
  },
  curate: {
    purpose: "a set of instances for judging judges: candidates for people, and what they left of them",
    load: async () => (await import("@/lib/cli/curate")).curate,
  },
  sql: {
    purpose: "a query over the judgements, drafts and decisions of a study file or bundle",
    load: async () => (await import("@/lib/cli/sql")).sql,
  },
  verify: {
    purpose: "what a program can prove about responses",
    load: async () => (await import("@/lib/cli/verify")).verifyCommand,
  },
  draft: {
    purpose: "a drafting or judging method on a study file, without a server",
    load: async () => (await import("@/lib/cli/draft")).draft,
  },
  recipe: {
    purpose: "a whole study of a paper on a study file: its runs, batches and tables",
    load: async () => (await import("@/lib/cli/recipe")).recipe,
  },
  user: {
    purpose: "make accounts on a server",
    load: async () => (await import("@/lib/cli/user")).user,
  },
  import: {
    purpose: "a study file into a project",
    load: async () => (await import("@/lib/cli/import")).importStudy,
  },
  push: {
    purpose: "more tasks, responses and drafts into a dataset",
    load: async () => (await import("@/lib/cli/push")).push,
  },
  export: {
    purpose: "a batch or dataset as ratings, study file or agreement",
    load: async () => (await import("@/lib/cli/export")).exportStudy,
  },
  mcp: {
    purpose: "projects, drafting runs and batches as tools of an assistant (MCP)",
    load: async () => (await import("@/lib/cli/mcp")).mcp,
  },
  "verify-study": {
    purpose: "whether a frozen study is what its manifest says",
    load: async () => (await import("@/lib/cli/verify-study")).verifyStudy,
  },
  backup: {
    purpose: "the whole database into a file",
    load: async () => (await import("@/lib/cli/backup")).backup,
  },
  restore: {
    purpose: "such a file into an empty database",
    load: async () => (await import("@/lib/cli/restore")).restoreCommand,
  },
  "rotate-key": {
    purpose: "the keys of language models under another secret",
    load: async () => (await import("@/lib/cli/rotate-key")).rotateKey,
  },
  doctor: {
    purpose: "whether this installation is well, and what to do if not",
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
  return ["Usage: countersign COMMAND …", "", ...lines, "", "countersign COMMAND --help says more.", ""].join(
    "\n",
  );
}
