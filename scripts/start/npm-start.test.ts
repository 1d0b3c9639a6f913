import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;

/** A stand-in for our program that reports which signals it received, and how often. */
const PROGRAM = `
let heard = [];
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {
  heard.push(signal);
  setTimeout(() => { console.log("heard", heard[0]); process.exit(0); }, 100);
});
setTimeout(() => process.exit(9), 50_000);
console.log("runs", ...process.argv.slice(2));
`;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-npm-"));
  const { start } = JSON.parse(readFileSync("package.json", "utf8")).scripts as { start: string };
  writeFileSync(path.join(folder, "program.mjs"), PROGRAM);
  writeFileSync(
    path.join(folder, "package.json"),
    JSON.stringify({
      name: "stand-in",
      scripts: { start: start.replaceAll("scripts/start.mjs", "program.mjs") },
    }),
  );
});

afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ["SIGTERM", "exec npm start"],
  ["SIGINT", "exec npm start"],
  // A shell starts it so in the background.
  ["SIGINT", "trap '' INT; exec npm start"],
] as const)("%s sent to npm alone stops what it has started: %s", async (signal, command) => {
  const npm = spawn("sh", ["-c", command], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  npm.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const ended = once(npm, "close");
  await expect.poll(() => output, { timeout: 30_000 }).toContain("runs");
  npm.kill(signal);
  await ended;
  expect(output).toContain(`heard ${signal}`);
});

// cmd takes the script for two commands, of which the second is ours: the ampersand is one of the variable's text only in
// POSIX shells. What npm adds to the end of the script belongs to our program in both.
test("options after -- reach the program", async () => {
  const npm = spawn("npm", ["start", "--", "--port", "4000"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  npm.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const ended = once(npm, "close");
  await expect.poll(() => output, { timeout: 30_000 }).toContain("runs --port 4000");
  npm.kill("SIGTERM");
  await ended;
});
