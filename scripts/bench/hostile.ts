import { runCheck } from "@/lib/verifier/run-check";
import { CHECKS } from "@/lib/verifier/testing/checks";
import { HOSTILE_NAMES, hostileText } from "@/lib/verifier/testing/hostile";

/**
 * The slowest hostile text for every check, in milliseconds and as a multiple of a bare loop over the same
 * characters. Takes a few minutes: every check runs on every text.
 */

/** The longest time any check may take on any response. */
const MOST_MILLISECONDS = 50;
const LENGTH = 200_000;
const ROUNDS = 5;

let consumed = 0;

/** The minimum of a few runs in milliseconds, which excludes other load on the machine. */
function least(task: () => number, enough: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && best > enough; round++) {
    forget(round);
    const begin = process.cpuUsage();
    consumed += task();
    const { user, system } = process.cpuUsage(begin);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** Runs the verifier on other texts, so that its caches of the last one are cold. */
function forget(round: number): void {
  for (const text of ["one", "*two*"])
    runCheck({ kind: "count", unit: "word", op: "eq", n: 1 }, `${text} ${round}`);
  runCheck({ kind: "contains", what: "word", values: ["x"], mode: "all" }, `three ${round}`);
}

function bareLoop(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += text.charCodeAt(i);
  return sum;
}

const instruction = "Change only what stands *between asterisks*: so it is *so* it is.";
for (const { check } of CHECKS)
  for (let round = 0; round < 20; round++)
    runCheck(check, hostileText("words and spaces", 3000), { instruction });

const slowest = new Map<string, { text: string; milliseconds: number }>();
let over = 0;
let loop = Number.POSITIVE_INFINITY;
for (const text of HOSTILE_NAMES) {
  const response = hostileText(text, LENGTH);
  loop = Math.min(
    loop,
    least(() => bareLoop(response), 0),
  );
  for (const { name, check } of CHECKS) {
    const milliseconds = least(() => runCheck(check, response, { instruction }).evidence.summary.length, 15);
    if (milliseconds > MOST_MILLISECONDS) over++;
    if (milliseconds > (slowest.get(name)?.milliseconds ?? -1)) slowest.set(name, { text, milliseconds });
  }
}

const all = CHECKS.length * HOSTILE_NAMES.length;
console.log(
  `${CHECKS.length} checks on ${HOSTILE_NAMES.length} texts of ${LENGTH.toLocaleString("en")} characters; a bare loop over one takes ${loop.toFixed(2)} ms`,
);
console.log(`${"slowest text of each check".padEnd(44)}${"ms".padStart(8)}${"× loop".padStart(9)}`);
for (const [name, { text, milliseconds }] of [...slowest].sort(
  ([, a], [, b]) => b.milliseconds - a.milliseconds,
))
  console.log(
    `  ${name.padEnd(42)}${milliseconds.toFixed(1).padStart(8)}${(milliseconds / loop).toFixed(0).padStart(9)}  ${text}`,
  );
console.log(`${over} of ${all} took more than ${MOST_MILLISECONDS} ms`);
if (Number.isNaN(consumed)) throw new Error("a benchmark computed nothing");
