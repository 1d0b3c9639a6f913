// Runs PostgreSQL while its parent lives: standard input is a pipe that closes when the parent ends, even by
// kill -9, and then the database is shut down in order. It has a session of its own, so that Ctrl-C in a
// terminal does not reach the database before the app is down.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";

const { command, args, account, temporary } = JSON.parse(process.argv[2] ?? "");

const postgres = spawn(command, args, { ...account, stdio: ["ignore", "inherit", "inherit"] });
postgres.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
let stopping = false;
postgres.on("exit", (code) => {
  if (stopping && temporary) rmSync(temporary, { recursive: true, force: true });
  process.exit(code ?? 1);
});

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, stop);
process.stdin.on("end", stop).on("error", stop).resume();

/** SIGINT is PostgreSQL's fast shutdown: sessions are terminated, then everything is written out. */
function stop() {
  stopping = true;
  postgres.kill("SIGINT");
}
