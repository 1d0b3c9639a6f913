import fc from "fast-check";
import {
  bound,
  bounded,
  count,
  counting,
  end,
  exactly,
  lines,
  type Property,
  say,
  sentence,
  word,
  words,
} from "../property";

/** Amounts, words and characters, and positions. */
export const contentProperties: Property[] = [
  counting("1 words", "words", (n) => exactly(word, n).map(say)),
  counting("2 sentences", "sentences", (n) =>
    exactly(fc.tuple(sentence, end), n).map((all) => all.map((one) => one.join("")).join(" ")),
  ),
  counting("3 paragraphs", "paragraphs", (n) => exactly(words, n).map((all) => all.map(say).join("\n\n"))),
  counting(
    "1 lines",
    "lines",
    lines(() => ""),
  ),
  counting(
    "17 bullet points",
    "bullet points",
    lines(() => "- "),
  ),
  counting(
    "18 items",
    "items",
    lines((i) => `${i + 1}. `),
  ),
  counting(
    "19 headings",
    "headings",
    (n) => exactly(word, n).map((all) => ["so", ...all.map((one) => `# ${one}\n\ntext`)].join("\n\n")),
    0,
  ),
  counting(
    "8 hashtags",
    "hashtags",
    (n) => exactly(word, n).map((all) => `so ${all.map((one) => `#${one}`).join(" ")}`),
    0,
  ),
  counting(
    "25 placeholders",
    "placeholders",
    (n) => exactly(word, n).map((all) => `Dear ${all.map((one) => `[${one}]`).join(" ")}`),
    0,
  ),
  counting(
    "20 highlights",
    "highlighted sections",
    (n) => exactly(word, n).map((all) => `so ${all.map((one) => `*${one}*`).join(" ")}`),
    0,
  ),
  counting(
    "15 words in capitals",
    "words in all capital letters",
    (n) => exactly(word, n).map((all) => `so ${say(all).toUpperCase()}`),
    0,
  ),
  counting("3 stanzas", "stanzas", (n) =>
    exactly(fc.tuple(word, word), n).map((all) => all.map((two) => two.join("\n")).join("\n\n")),
  ),
  counting(
    "8 letter frequency",
    "instances of the letter 'z'",
    (n) => words.map((all) => `${say(all)} ${"z".repeat(n)}`),
    0,
  ),
  counting(
    "8 exclamation marks",
    "exclamation marks",
    (n) => words.map((all) => `${say(all)}${"!".repeat(n)}`),
    0,
  ),
  {
    kind: "33 characters",
    made: fc
      .tuple(bounded, fc.string({ unit: fc.constantFrom(..."abcdefg"), minLength: 1, maxLength: 3 }))
      .map(([{ text, holds }, response]) => ({
        item: `Does the response contain ${text} characters?`,
        response,
        yes: holds(response.length),
      })),
  },
  {
    kind: "5 contains word",
    made: fc.tuple(word, words).map(([wanted, all]) => ({
      item: `Does the response contain the word '${wanted}'?`,
      response: say(all),
      yes: all.includes(wanted),
    })),
  },
  {
    kind: "7 forbidden word",
    made: fc.tuple(word, words).map(([wanted, all]) => ({
      item: `Does the response avoid the word "${wanted}"?`,
      response: `${say(all)}.`,
      yes: !all.includes(wanted),
    })),
  },
  {
    kind: "6 word frequency",
    made: fc.tuple(word, words, fc.integer({ min: 1, max: 4 })).map(([wanted, all, n]) => ({
      item: `Does the word '${wanted}' appear at least ${n} times in the response?`,
      response: say(all),
      yes: all.filter((one) => one === wanted).length >= n,
    })),
  },
  {
    kind: "9 contains character",
    made: fc.tuple(fc.constantFrom(..."aeioqwz"), words, fc.boolean()).map(([letter, all, denied]) => ({
      item: `Does the response ${denied ? "not " : ""}contain the letter '${letter}'?`,
      response: say(all),
      yes: [...all.join("")].includes(letter) !== denied,
    })),
  },
  {
    kind: "10 character or not character",
    made: fc.tuple(fc.constantFrom(..."aeiow"), fc.constantFrom(..."aeiow"), words).map(([a, b, all]) => ({
      item: `Does the output contain the letter '${a}' or not contain the letter '${b}'?`,
      response: say(all),
      yes: all.some((one) => one.includes(a)) || !all.some((one) => one.includes(b)),
    })),
  },
  {
    kind: "11 last word",
    made: fc.tuple(word, words, end).map(([wanted, all, sign]) => ({
      item: `Is the last word of the response '${wanted}'?`,
      response: `${say(all)}${sign}`,
      yes: all.at(-1) === wanted,
    })),
  },
  {
    kind: "11 first word",
    made: fc.tuple(word, words).map(([wanted, all]) => ({
      item: `Does the response start with the word '${wanted}'?`,
      response: say(all),
      yes: all[0] === wanted,
    })),
  },
  {
    kind: "12 nth words",
    made: fc.tuple(fc.integer({ min: 2, max: 8 }), word, words).map(([n, wanted, all]) => ({
      item: `Is word ${n} right: is the ${n}th word of the response '${wanted}'?`.replace(/^.*: is/, "Is"),
      response: say(all),
      yes: all[n - 1] === wanted,
    })),
  },
  {
    kind: "4 first word of a paragraph",
    made: fc
      .tuple(fc.integer({ min: 1, max: 4 }), word, fc.array(words, { minLength: 1, maxLength: 5 }))
      .map(([n, wanted, all]) => ({
        item: `Does paragraph ${n} start with the word '${wanted}'?`,
        response: all.map(say).join("\n\n"),
        yes: all[n - 1]?.[0] === wanted,
      })),
  },
  {
    kind: "14 lower case",
    made: fc.tuple(words, fc.boolean(), fc.nat()).map(([all, spoiled, at]) => ({
      item: "Is the entire response in lowercase letters?",
      response: say(all.map((one, i) => (spoiled && i === at % all.length ? one.toUpperCase() : one))),
      yes: !spoiled,
    })),
  },
  {
    kind: "16 no comma",
    made: fc.tuple(words, fc.boolean()).map(([all, comma]) => ({
      item: "Does the response contain no commas?",
      response: `${say(all)}${comma ? "," : ""} so`,
      yes: !comma,
    })),
  },
  {
    kind: "22 JSON",
    made: fc.tuple(fc.dictionary(word, fc.jsonValue()), fc.boolean()).map(([value, broken]) => ({
      item: "Is the response valid JSON?",
      response: `${JSON.stringify(value)}${broken ? "," : ""}`,
      yes: !broken,
    })),
  },
  {
    kind: "22 JSON keys",
    made: fc
      .tuple(fc.uniqueArray(word, { minLength: 1, maxLength: 4 }), fc.uniqueArray(word, { minLength: 1 }))
      .map(([keys, have]) => ({
        item: `Is the response valid JSON with the keys ${keys.map((key) => `"${key}"`).join(", ")}?`,
        response: JSON.stringify(Object.fromEntries(have.map((key) => [key, 1]))),
        yes: keys.every((key) => have.includes(key)),
      })),
  },
  {
    kind: "23 CSV",
    made: fc
      .tuple(fc.integer({ min: 2, max: 4 }), fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }))
      .map(([columns, good]) => ({
        item: "Is the response valid CSV?",
        response: [true, ...good]
          .map((fits) =>
            Array(fits ? columns : columns + 1)
              .fill("x")
              .join(","),
          )
          .join("\n"),
        yes: good.every(Boolean),
      })),
  },
  {
    kind: "32 alphabetical order",
    made: fc.tuple(fc.uniqueArray(word, { minLength: 2 }), fc.boolean()).map(([all, sorted]) => {
      const shown = sorted ? [...all].sort() : all;
      return {
        item: "Are the items in alphabetical order?",
        response: shown.map((one) => `- ${one}`).join("\n"),
        yes: shown.every((one, i) => i === 0 || (shown[i - 1] ?? "") <= one),
      };
    }),
  },
  {
    kind: "37 distinct items",
    made: fc.array(word, { minLength: 2, maxLength: 8 }).map((all) => ({
      item: "Are all items distinct?",
      response: all.map((one) => `- ${one}`).join("\n"),
      yes: new Set(all).size === all.length,
    })),
  },
  {
    kind: "27 options",
    made: fc.tuple(fc.uniqueArray(word, { minLength: 2, maxLength: 4 }), word).map(([options, answer]) => ({
      item: `Is the answer one of ${options.map((one) => `'${one}'`).join(", ")}?`,
      response: `${answer}.`,
      yes: options.includes(answer),
    })),
  },
  {
    kind: "28 two responses",
    made: fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => ({
      item: "Does the response contain two different responses separated by ******?",
      response: all.join("\n******\n"),
      yes: all.length === 2 && all[0] !== all[1],
    })),
  },
  {
    kind: "29 repeat the request",
    made: fc.tuple(words, fc.boolean()).map(([all, same]) => ({
      item: "Does the response repeat the request word for word?",
      instruction: say(all),
      response: `${same ? "" : "No: "}${say(all)}\nand more`,
      yes: same,
    })),
  },
  {
    kind: "21 sections",
    made: fc.tuple(bounded, count).map(([{ text, holds }, n]) => ({
      item: `Does the response have ${text} sections marked with PART X?`,
      response: ["Start", ...Array.from({ length: n }, (_, i) => `PART ${i + 1}\ntext`)].join("\n"),
      yes: holds(n),
    })),
  },
  {
    kind: "37 each line",
    made: fc.tuple(bound, fc.array(words, { minLength: 1, maxLength: 5 })).map(([n, all]) => ({
      item: `Does each line contain exactly ${n} words?`,
      response: all.map(say).join("\n"),
      yes: all.every((one) => one.length === n),
    })),
  },
];
