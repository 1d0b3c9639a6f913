/**
 * The parts of a Dockerfile that ours uses, read for `rootfs.mjs`.
 *
 * @typedef {{ name: string, args: string }} Instruction
 * @typedef {{ from: string, as: string | undefined, instructions: Instruction[] }} Stage
 */

const KNOWN = new Set([
  ...["WORKDIR", "COPY", "RUN", "ENV", "USER", "CMD"],
  ...["VOLUME", "EXPOSE", "HEALTHCHECK", "STOPSIGNAL"],
]);

/**
 * The stages of a Dockerfile, in order. Throws at an instruction it does not know, with its line.
 * @param {string} text
 * @returns {Stage[]}
 */
export function readDockerfile(text) {
  /** @type {Stage[]} */
  const stages = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [, name = "", args = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    const from = name === "FROM" && /^(\S+)(?: AS (\S+))?$/.exec(args);
    if (from) stages.push({ from: from[1] ?? "", as: from[2], instructions: [] });
    else if (KNOWN.has(name) && stages.length > 0) stages.at(-1)?.instructions.push({ name, args });
    else throw new Error(`Dockerfile, line ${at + 1}: not understood: ${line}`);
  }
  return stages;
}

/**
 * The variables of an ENV instruction.
 * @param {string} args
 * @returns {Record<string, string>}
 */
export function variablesOf(args) {
  return Object.fromEntries(
    args.split(/\s+/).map((one) => {
      const at = one.indexOf("=");
      return [one.slice(0, at), one.slice(at + 1)];
    }),
  );
}

/**
 * True if a file is left out of an image, by the lines of .dockerignore: names and patterns with stars.
 * @param {string} file relative to the context
 * @param {string[]} lines
 */
export function isIgnored(file, lines) {
  return lines.some((line) => {
    const pattern = line
      .replaceAll(".", "\\.")
      .replaceAll("**/", "\0")
      .replaceAll("*", "[^/]*")
      .replaceAll("\0", "(.*/)?");
    return new RegExp(`^${pattern}(/|$)`).test(file);
  });
}
