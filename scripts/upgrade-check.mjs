// npm run upgrade-check [-- COMMIT]: browser tests of the version before on the schema of this one. While an installation is
// upgraded, old web servers go on beside the migrated database: what they need must still be there. Without a commit it is
// the one before the last that touched the migrations. Takes minutes: it builds that version.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { root } from "./start/installation-folders.mjs";

/** Signing in, importing, judging, exporting: the pages that people are on during an upgrade. */
const SPECS = ["e2e/main-job.spec.ts", "e2e/accounts.spec.ts"];

/** @param {string[]} args */
const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

const last = git("log", "-1", "--format=%H", "--", "prisma/migrations");
const commit = git("rev-parse", process.argv[2] ?? `${last}^`);
// On the same disk, so that packages can be linked.
const folder = path.join(root, ".data/upgrade-check");
console.log(
  `  ${git("log", "-1", "--format=%h %s", commit)}\n  on the schema of ${git("log", "-1", "--format=%h")}`,
);

let passed = false;
try {
  mkdirSync(path.dirname(folder), { recursive: true });
  git("worktree", "add", "--detach", "--force", folder, commit);
  rmSync(path.join(folder, "prisma/migrations"), { recursive: true });
  cpSync(path.join(root, "prisma/migrations"), path.join(folder, "prisma/migrations"), { recursive: true });
  const [ours, theirs] = [root, folder].map((one) =>
    readFileSync(path.join(one, "package-lock.json"), "utf8"),
  );
  // A build may not follow links out of its folder, so files are linked one by one.
  if (ours === theirs) execFileSync("cp", ["-al", path.join(root, "node_modules"), folder]);
  else execFileSync("npm", ["ci", "--include=dev"], { cwd: folder, stdio: "inherit" });
  passed = spawnSync("npm", ["run", "e2e", "--", ...SPECS], { cwd: folder, stdio: "inherit" }).status === 0;
} finally {
  git("worktree", "remove", "--force", folder);
}
process.exit(passed ? 0 : 1);
