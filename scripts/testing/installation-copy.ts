import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../start/installation-folders.mjs";

const COPIED = ["scripts", "lib", "prisma", "tsconfig.json", "package.json"];

/** The programs of this folder in another one, with a data folder of its own: what they note is noted there. */
export function copyInstallation() {
  const home = mkdtempSync(path.join(realpathSync(tmpdir()), "countersign-copy-"));
  for (const each of COPIED) cpSync(path.join(root, each), path.join(home, each), { recursive: true });
  symlinkSync(path.join(root, "node_modules"), path.join(home, "node_modules"));
  mkdirSync(path.join(home, ".data"));
  const parts: ChildProcess[] = [];
  return {
    home,
    /** Its knowledge of what runs in it. */
    runningStart: (): Promise<typeof import("../start/running-start.mjs")> =>
      import(/* @vite-ignore */ pathToFileURL(path.join(home, "scripts/start/running-start.mjs")).href),
    /** Starts a process that looks like its worker, and runs until it is killed. */
    async startPart() {
      const waiting = "console.log('runs'); process.stdin.resume();";
      const part = spawn(process.execPath, ["-e", waiting, "worker"], {
        cwd: home,
        stdio: ["pipe", "pipe", "ignore"],
      });
      parts.push(part);
      await once(part.stdout, "data");
      return {
        pid: part.pid ?? 0,
        async kill() {
          part.kill("SIGKILL");
          await once(part, "exit");
        },
      };
    },
    remove() {
      for (const part of parts) part.kill("SIGKILL");
      rmSync(home, { recursive: true });
    },
  };
}
