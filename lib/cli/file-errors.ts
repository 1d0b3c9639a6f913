import { BadInput } from "./bad-input";

const REASONS: Record<string, string> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "it may not be read",
};

/** The error to throw after reading a file failed: file system errors become bad input, others stay. */
export function badInputError(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  return new BadInput(`${file}: ${REASONS[String(error.code)] ?? error.message}`);
}
