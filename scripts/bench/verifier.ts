import { randomFrom } from "@/lib/agreement/random";
import { parseItem, verify } from "@/lib/verifier/verify";
import { medianTime } from "@/scripts/bench/median";

/**
 * Cost of verification: items per second on ordinary responses, and growth with response length as a multiple
 * of a bare loop over the same characters. Only the ratios are comparable between machines.
 */

const WORDS = "the quick brown fox doesn't jump over 3.14 lazy dogs, and every well-known cat sleeps.".split(
  " ",
);
const ITEMS = [
  "Is the response under 500 words?",
  "Does the response contain exactly 3 sentences?",
  "Does the response contain exactly 3 paragraphs?",
  'Does the response include the keywords "fox" and "mother"?',
  "Does the response not contain the letter 'z'?",
  "Is the last word of the response 'sleeps'?",
  "Is the response in English?",
  "Is the entire response in lowercase letters?",
  "Does the response contain exactly 3 bullet points?",
  "Is the response valid JSON?",
  "Is the tone of the response engaging?",
];

function responseOf(length: number): string {
  const random = randomFrom(1);
  const pieces: string[] = [];
  for (let made = 0; made < length; ) {
    const word = WORDS[Math.floor(random() * WORDS.length)] ?? "";
    const piece = `${word}${random() < 0.01 ? "\n\n" : random() < 0.02 ? "\n- " : " "}`;
    pieces.push(piece);
    made += piece.length;
  }
  return pieces.join("").slice(0, length);
}

function bareLoop(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += text.charCodeAt(i);
  return sum;
}

let consumed = 0;

function median(task: () => number, rounds: number): number {
  const times: number[] = [];
  for (let round = 0; round < rounds + 2; round++) {
    const begin = performance.now();
    consumed += task();
    if (round >= 2) times.push(performance.now() - begin);
  }
  return medianTime(times);
}

function show(...cells: (string | number)[]): void {
  const shown = cells.map((cell) =>
    typeof cell === "number"
      ? cell >= 1000
        ? Math.round(cell).toLocaleString("en")
        : cell.toPrecision(3)
      : cell,
  );
  console.log(shown.map((cell, i) => (i === 0 ? cell.padEnd(46) : cell.padStart(14))).join(""));
}

const parsing = median(() => ITEMS.filter((item) => parseItem(item).tier === "full").length, 51);
show("reading an item", "items/s");
show("  without a response", (ITEMS.length / parsing) * 1000);

show("\nverifying, mean of the items", "items/s", "ms/item", "× loop", "ns/character");
for (const length of [1_000, 3_000, 10_000, 30_000, 100_000, 200_000]) {
  const response = responseOf(length);
  const rounds = Math.max(5, Math.min(101, 1_000_000 / length));
  const loop = median(() => bareLoop(response), 101);
  const all = median(() => ITEMS.filter((item) => verify(item, response).verdict === "yes").length, rounds);
  const each = all / ITEMS.length;
  show(`  ${length.toLocaleString("en")} characters`, 1000 / each, each, each / loop, (each * 1e6) / length);
}

const longest = responseOf(200_000);
show("\n200,000 characters, item by item", "ms", "× loop");
const loop = median(() => bareLoop(longest), 101);
for (const item of ITEMS) {
  const milliseconds = median(() => (verify(item, longest).verdict === "yes" ? 1 : 0), 9);
  show(`  ${item}`.slice(0, 60).padEnd(60), milliseconds, milliseconds / loop);
}
if (Number.isNaN(consumed)) throw new Error("a benchmark computed nothing");
