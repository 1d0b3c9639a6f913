import path from "node:path";
import { dataFolder } from "./installation-folders.mjs";

/**
 * The message when everything runs: the address, how to sign in to the demo, and how to create the first
 * admin. Passwords are printed to terminals only: logs are stored, collected and read by others.
 * @param {object} about
 * @param {string} about.address
 * @param {import("./accounts.mjs").SignIn[]} about.signIns of the demo
 * @param {string} about.file the file of the data folder that they are in
 * @param {string | null} about.link for the first admin
 * @param {boolean} about.isTerminal
 */
export function announcement({ address, signIns, file, link, isTerminal }) {
  const roles = signIns.filter(({ role }, i) => signIns.findIndex((other) => other.role === role) === i);
  const passwords = roles.map(
    ({ role, email, password }) => `  ${role.padEnd(10)} ${email.padEnd(28)} ${password}`,
  );
  const elsewhere =
    roles.length > 0 ? [`  The sign-ins of the demo are in ${path.join(dataFolder, file)}`] : [];
  return [
    `\n  ${address}\n`,
    ...(isTerminal ? passwords : elsewhere),
    ...(link ? [`  Create the first admin with this link, which works once:\n  ${link}`] : []),
    "\n  Ctrl-C stops everything.\n",
  ].join("\n");
}
