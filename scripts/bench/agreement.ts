import { spawnSync } from "node:child_process";
import { alpha as peerAlpha } from "krippendorff";
import { cohenKappa } from "@/lib/agreement/kappa";
import { krippendorffAlpha } from "@/lib/agreement/krippendorff";
import { randomFrom } from "@/lib/agreement/random";
import { pairwiseMatrix } from "@/lib/agreement/raters";
import {
  type RatingRow,
  type Ratings,
  ratingsFromCodes,
  ratingsFromCounts,
  ratingsFromRows,
} from "@/lib/agreement/ratings";

/**
 * Cost of computing agreement, as a multiple of a bare loop that reads the same arrays once, measured
 * alternately in one process. Only the ratios are comparable between machines.
 */

const MISSING = 255;
const scale = [1, 2, 3, 4, 5];

/** Five raters, values 1 to 5, one rating in five missing; `codes[unit * raters + rater]`. */
function makeCodes(units: number, raters: number): Uint8Array {
  const random = randomFrom(1);
  const codes = new Uint8Array(units * raters);
  for (let u = 0; u < units; u++) {
    const truth = Math.floor(random() * 5);
    for (let r = 0; r < raters; r++) {
      const observed = random() < 0.6 ? truth : Math.min(4, Math.max(0, truth + (random() < 0.5 ? -1 : 1)));
      codes[u * raters + r] = random() < 0.2 ? MISSING : observed;
    }
  }
  return codes;
}

function toCounts(codes: Uint8Array, raters: number): Uint8Array {
  const counts = new Uint8Array((codes.length / raters) * 5);
  codes.forEach((code, cell) => {
    if (code === MISSING) return;
    const place = Math.floor(cell / raters) * 5 + code;
    counts[place] = (counts[place] as number) + 1;
  });
  return counts;
}

function toRows(codes: Uint8Array, raters: number): RatingRow[] {
  const rows: RatingRow[] = [];
  codes.forEach((code, cell) => {
    if (code === MISSING) return;
    rows.push({
      unit: `unit-${Math.floor(cell / raters)}`,
      rater: `rater-${cell % raters}`,
      value: code + 1,
    });
  });
  return rows;
}

/** The bare loop: every byte read once, in order. */
function sumOf(bytes: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < bytes.length; i++) sum += bytes[i] as number;
  return sum;
}

/** The cost of interning ids alone: a Map of the unit ids and one of the rater ids. */
function mapOf(rows: RatingRow[]): number {
  const units = new Map<string | number, number>();
  const raters = new Map<string | number, number>();
  for (const { unit, rater } of rows) {
    if (!units.has(unit)) units.set(unit, units.size);
    if (!raters.has(rater)) raters.set(rater, raters.size);
  }
  return units.size + raters.size;
}

let consumed = 0;

/**
 * Median milliseconds of each task. The tasks alternate, so that a slow moment of the machine affects all.
 */
function race(tasks: (() => number)[], rounds: number): number[] {
  const times = tasks.map(() => [] as number[]);
  for (let round = 0; round < rounds + 2; round++) {
    tasks.forEach((task, i) => {
      const begin = performance.now();
      consumed += task();
      if (round >= 2) times[i]?.push(performance.now() - begin);
    });
  }
  return times.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] as number);
}

function ordinalAlpha(ratings: Ratings): number {
  return krippendorffAlpha(ratings, "ordinal").value ?? 0;
}

function line(...cells: (string | number)[]): void {
  console.log(
    cells
      .map((cell, i) =>
        (typeof cell === "number" ? format(cell) : cell)[i === 0 ? "padEnd" : "padStart"](i === 0 ? 46 : 13),
      )
      .join(""),
  );
}

function format(number: number): string {
  if (number >= 1000) return Math.round(number).toLocaleString("en");
  return number.toPrecision(3);
}

function alphaAtAllSizes(): void {
  line("alpha, ordinal, 5 raters, 20 % missing", "ratings", "loop ms", "alpha ms", "× loop", "ns/rating");
  for (const ratings of [1e3, 1e4, 1e5, 1e6, 1e7]) {
    const codes = makeCodes(ratings / 4, 5);
    const counts = toCounts(codes, 5);
    const rounds = Math.max(9, Math.min(501, 1e7 / ratings));
    const [loop = 0, fromCodes = 0] = race(
      [() => sumOf(codes), () => ordinalAlpha(ratingsFromCodes(codes, 5, scale))],
      rounds,
    );
    line("  from codes", ratings, loop, fromCodes, fromCodes / loop, (fromCodes * 1e6) / ratings);
    const [sum = 0, fromCounts = 0] = race(
      [() => sumOf(counts), () => ordinalAlpha(ratingsFromCounts(counts, scale, { most: 5 }))],
      rounds,
    );
    line("  from counts", ratings, sum, fromCounts, fromCounts / sum, (fromCounts * 1e6) / ratings);
  }
}

function oneMillionUnits(): void {
  const codes = makeCodes(1e6, 5);
  const counts = toCounts(codes, 5);
  const fresh = () => ratingsFromCodes(codes, 5, scale);
  const [loop = 0, sumCounts = 0, fromCodes = 0, fromCounts = 0, bootstrap = 0] = race(
    [
      () => sumOf(codes),
      () => sumOf(counts),
      () => ordinalAlpha(fresh()),
      () => ordinalAlpha(ratingsFromCounts(counts, scale, { most: 5 })),
      () => krippendorffAlpha(fresh(), "ordinal", { replicates: 1000 }).interval?.low ?? 0,
    ],
    9,
  );
  console.log("\n1,000,000 units × 5 raters");
  line("", "ms", "× loop");
  line("  loop over the codes", loop, 1);
  line("  alpha from codes", fromCodes, fromCodes / loop);
  line("  alpha from counts", fromCounts, fromCounts / sumCounts);
  line("  alpha with 1,000 bootstrap replicates", bootstrap, bootstrap / loop);
}

function longRows(): void {
  const rows = toRows(makeCodes(250_000, 5), 5);
  const [map = 0, alpha = 0] = race([() => mapOf(rows), () => ordinalAlpha(ratingsFromRows(rows))], 5);
  console.log(`\n${rows.length.toLocaleString("en")} long rows with string ids`);
  line("", "ms", "× Maps");
  line("  Maps of the same ids", map, 1);
  line("  alpha from the rows", alpha, alpha / map);
}

function fiftyRaters(): void {
  const codes = makeCodes(1000, 50);
  const [loop = 0, matrix = 0] = race(
    [
      () => sumOf(codes),
      () =>
        pairwiseMatrix(ratingsFromCodes(codes, 50, scale), (two) => cohenKappa(two, "quadratic"))[0]?.[1]
          ?.value ?? 0,
    ],
    5,
  );
  console.log("\nweighted kappa of every two of 50 raters, 1,000 units (1,225 pairs)");
  line("", "ms", "× 49 loops");
  line("  pairwise matrix", matrix, matrix / loop / 49);
}

/** Other implementations on the same data; those not installed are reported as missing. */
function peers(): void {
  const units = 100_000;
  const codes = makeCodes(units, 5);
  const byRater = Array.from({ length: 5 }, (_, r) =>
    Array.from({ length: units }, (_, u) => {
      const code = codes[u * 5 + r] as number;
      return code === MISSING ? undefined : code + 1;
    }),
  );
  const [ours = 0, oursNominal = 0, npm = 0] = race(
    [
      () => ordinalAlpha(ratingsFromCodes(codes, 5, scale)),
      () => krippendorffAlpha(ratingsFromCodes(codes, 5, scale), "nominal").value ?? 0,
      () => peerAlpha(byRater),
    ],
    3,
  );
  console.log(`\nother implementations, ${units.toLocaleString("en")} units × 5 raters`);
  line("", "ms", "× ours");
  line("  ours, ordinal", ours, 1);
  line("  npm krippendorff, nominal", npm, npm / oursNominal);
  const matrix = byRater.map((row) => row.map((value) => value ?? null));
  foreign("fast-krippendorff (Python), ordinal", "python3", pythonProgram, matrix, ours);
  foreign("irr::kripp.alpha (R), ordinal", "Rscript", rProgram, matrix, ours);
}

const pythonProgram = [
  "-c",
  `import json, sys, time
import numpy, krippendorff
data = numpy.array(json.load(sys.stdin), dtype=float)
times = []
for _ in range(7):
    begin = time.perf_counter()
    krippendorff.alpha(reliability_data=data, level_of_measurement="ordinal")
    times.append(time.perf_counter() - begin)
print(sorted(times)[3] * 1000)`,
];

const rProgram = [
  "-e",
  `data <- as.matrix(read.csv(file("stdin"), header = FALSE, na.strings = "null"))
suppressMessages(library(irr))
times <- replicate(3, system.time(kripp.alpha(data, "ordinal"))[["elapsed"]])
cat(median(times) * 1000)`,
];

function foreign(
  name: string,
  program: string,
  args: string[],
  matrix: (number | null)[][],
  ours: number,
): void {
  const input =
    program === "Rscript"
      ? matrix.map((row) => row.map(String).join(",")).join("\n")
      : JSON.stringify(matrix);
  const { status, stdout } = spawnSync(program, args, { input, encoding: "utf8", maxBuffer: 1 << 26 });
  const milliseconds = Number(stdout);
  if (status !== 0 || !(milliseconds > 0)) console.log(`  ${name}: not on this machine, not measured`);
  else line(`  ${name}`, milliseconds, milliseconds / ours);
}

alphaAtAllSizes();
oneMillionUnits();
longRows();
fiftyRaters();
peers();
if (Number.isNaN(consumed)) throw new Error("a benchmark computed nothing");
