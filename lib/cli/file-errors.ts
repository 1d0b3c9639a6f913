import { BadInput } from "./bad-input";

const REASONS: Record<string, string> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "it may not be read",
};

/** What to throw when reading a file failed: what the file system says is bad input, anything else stays as it is. */
export function badInputError(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  return new BadInput(`${file}: ${REASONS[String(error.code)] ?? error.message}`);
}
