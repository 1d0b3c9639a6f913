import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";
import { dataFolder } from "./installation-folders.mjs";

/**
 * The reply of the running start in this folder to another one.
 * @typedef {{ state: "running" | "stopping", pid: number, address: string }} Status
 */

/**
 * A name that one process at a time can listen on, freed by the system when that process ends for whatever
 * reason. Where there are no such names it is a socket file, which may be left behind.
 */
const name = `countersign-${createHash("sha256").update(dataFolder).digest("hex").slice(0, 24)}`;
const fileBased = process.platform !== "linux" && process.platform !== "win32";
const socket = fileBased
  ? path.join(dataFolder, "start.sock")
  : process.platform === "win32"
    ? `\\\\.\\pipe\\${name}`
    : `\0${name}`;

/**
 * Makes this the only start in this folder. Returns the status of another one that is running, or null. Waits
 * for one that is stopping.
 * @param {() => Status} ownStatus called whenever a later start connects
 * @returns {Promise<Status | null>}
 */
export async function claimFolder(ownStatus) {
  const patience = Date.now() + 60_000;
  for (;;) {
    if (await listen(ownStatus)) return null;
    const other = await send();
    if (other === "none" && fileBased) rmSync(socket, { force: true });
    else if (other !== "none" && (other.state === "running" || Date.now() > patience)) return other;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * @param {() => Status} ownStatus
 * @returns {Promise<boolean>}
 */
function listen(ownStatus) {
  return new Promise((resolve, reject) => {
    const server = createServer((client) => {
      client.on("error", () => {});
      client.end(JSON.stringify(ownStatus()));
    });
    server.on("error", (error) => {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === "EADDRINUSE") resolve(false);
      else reject(error);
    });
    server.listen(socket, () => {
      server.unref();
      resolve(true);
    });
  });
}

/** @returns {Promise<Status | "none">} */
function send() {
  return new Promise((resolve) => {
    let answer = "";
    const client = connect(socket);
    client.on("data", (chunk) => {
      answer += chunk;
    });
    client.on("error", () => resolve("none"));
    client.on("end", () => resolve(answer ? JSON.parse(answer) : "none"));
  });
}
