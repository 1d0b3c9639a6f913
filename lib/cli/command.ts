import { type ParseArgsConfig, parseArgs } from "node:util";
import { BadInput } from "./bad-input";
import type { Output } from "./terminal";

type Options = NonNullable<ParseArgsConfig["options"]>;

interface Config<Given extends Options> {
  args: string[];
  options: Given;
  allowPositionals: true;
}

type Parsed<Given extends Options> = ReturnType<typeof parseArgs<Config<Given>>>;

/** The values of a command's options. */
export type OptionValues<Given extends Options> = Parsed<Given>["values"];

/** The options and arguments given to a command. BadInput names the first that it does not have. */
export function parseOptions<Given extends Options>(args: string[], options: Given): Parsed<Given> {
  try {
    return parseArgs<Config<Given>>({ args, options, allowPositionals: true });
  } catch (error) {
    throw new BadInput(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
  }
}

/** The one file that a command is given. BadInput without one, and with more than one. */
export function onlyFile([file, ...others]: readonly string[], kind = "file"): string {
  if (file === undefined || others.length > 0) throw new BadInput(`name one ${kind}; --help says more`);
  return file;
}

/** Runs a command. Returns its exit code, or 2 with one line on bad input. */
export async function runCommand(name: string, output: Output, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    output.stderr(`countersign ${name}: ${error.message}\n`);
    return 2;
  }
}

/** Runs a command that prints one text. Returns 0, or 2 with one line on bad input. */
export function printing(name: string, output: Output, work: () => Promise<string>): Promise<number> {
  return runCommand(name, output, async () => {
    output.stdout(await work());
    return 0;
  });
}

/** A whole number that an option was given; BadInput if it is none or out of bounds. */
export function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new BadInput(
    `${name} is a whole number from ${least} to ${most.toLocaleString("en")}, not "${text}"`,
  );
}
