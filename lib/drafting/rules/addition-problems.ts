import { randomFrom } from "@/lib/agreement/random";

/** A sum of two numbers with two digits each, written in a base. */
interface Addition {
  question: string;
  /** The sum, in the base. */
  sum: string;
  /** The solution digit by digit, with the sum behind "Answer:". */
  worked: string;
}

/** Different problems, in an order drawn from the seed. At most as many as there are. */
export function additions(base: number, count: number, seed: number): Addition[] {
  const random = randomFrom(seed);
  const lowest = base;
  const numbers = base * base - lowest;
  const drawn = new Set<number>();
  while (drawn.size < Math.min(count, numbers * numbers)) {
    const [a, b] = [random(), random()].map((one) => lowest + Math.floor(one * numbers));
    drawn.add((a as number) * base * base + (b as number));
  }
  return [...drawn].map((code) => addition(Math.floor(code / (base * base)), code % (base * base), base));
}

function addition(a: number, b: number, base: number): Addition {
  const [first, second, sum] = [a, b, a + b].map((one) => one.toString(base));
  const ones = (a % base) + (b % base);
  const carry = ones >= base ? 1 : 0;
  const [tensOfA, tensOfB] = [Math.floor(a / base), Math.floor(b / base)];
  const tens = tensOfA + tensOfB + carry;
  const carried = carry ? ` Write ${ones - base} and carry 1.` : "";
  return {
    question: `What is ${first} + ${second}? Both numbers and the sum are written in base ${base}.`,
    sum: sum as string,
    worked: `Ones: ${a % base} + ${b % base} = ${ones.toString(base)} in base ${base}.${carried}
Next digit: ${tensOfA} + ${tensOfB}${carry ? " + 1" : ""} = ${tens.toString(base)} in base ${base}.
Answer: ${sum}`,
  };
}
