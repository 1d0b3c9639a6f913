import { BadInput } from "./bad-input";
import { serverHelp, serverOf, serverOptions } from "./client";
import { parseOptions, runCommand } from "./command";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign mcp [options]

Offers an installation to assistants as tools, by the Model Context Protocol over standard input and output: reading
projects, datasets, batches, agreement and judgements; drafting runs with their cost; drafting and opening batches.
Nothing is deleted. An assistant's program starts this command. The tools may do what the token may do: with only the
scope "read" they change nothing.

${serverHelp}`;

/** `countersign mcp`: serves tools to an assistant until it closes standard input. */
export function mcp(args: string[], output: Output = terminal): Promise<number> {
  return runCommand("mcp", output, async () => {
    const { values: given, positionals } = parseOptions(args, serverOptions);
    if (given.help) {
      output.stdout(help);
      return 0;
    }
    if (positionals.length > 0) throw new BadInput("it takes options only; --help says more");
    const server = serverOf(given);
    const { serveTools } = await import("./mcp/serve");
    await serveTools(server);
    return 0;
  });
}
