import type { BackupProgress } from "@/lib/installation/backup/write";
import { type Output, terminal } from "./terminal";

/** Shows progress in a line that is overwritten, on a terminal only. */
export function progressLine(output: Output): BackupProgress {
  if (output !== terminal || !process.stderr.isTTY) return () => {};
  let last = 0;
  process.once("exit", () => process.stderr.write("\r\u001b[K"));
  return (table, rows) => {
    if (Date.now() - last < 100) return;
    last = Date.now();
    process.stderr.write(`\r\u001b[K${rows.toLocaleString("en")} rows · ${table}`);
  };
}
