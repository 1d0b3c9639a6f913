import { countersign } from "@/lib/cli/countersign";

/** Runs a command and collects its output. */
export async function commandOutput(...args: string[]) {
  const output = { stdout: "", stderr: "" };
  const code = await countersign(args, {
    stdout: (text) => {
      output.stdout += text;
    },
    stderr: (text) => {
      output.stderr += text;
    },
  });
  return { code, ...output };
}
