import fc from "fast-check";
import { bounded, count, exactly, type Property, say, word, words } from "../property";

const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
const wrong = fc.boolean();
const line = words.map(say);

/** A property of texts that are either right or broken in one of several ways. */
function spoiled<T>(
  kind: string,
  item: string,
  of: fc.Arbitrary<T>,
  right: (of: T) => string,
  ...ways: ((of: T) => string)[]
): Property {
  return {
    kind,
    made: fc.tuple(of, fc.integer({ min: -ways.length, max: ways.length - 1 })).map(([part, way]) => ({
      item,
      response: (ways[way] ?? right)(part),
      yes: ways[way] === undefined,
    })),
  };
}

/** Clauses in each language with its function words. */
const LANGUAGES: Record<string, string[]> = {
  English: [
    "the cat is in the house",
    "and they have not been there for a long time",
    "but it was what we had",
  ],
  French: ["le chat est dans la maison", "et ils ne sont pas avec nous", "mais il y a une table pour elle"],
  German: ["die Katze ist in dem Haus", "und sie sind nicht mit uns", "aber es ist auch ein Tisch für sie"],
  Russian: ["кошка была в доме и она не спала", "но это было как у них", "и мы уже были там со всеми"],
  Greek: ["η γάτα είναι στο σπίτι", "και δεν ήταν μαζί μας", "αλλά υπάρχει ένα τραπέζι"],
  Kannada: ["ಬೆಕ್ಕು ಮನೆಯಲ್ಲಿದೆ", "ಮತ್ತು ಅವರು ಇಲ್ಲ", "ಆದರೆ ಮೇಜು ಇದೆ"],
  Korean: ["고양이가 집에 있어요", "그들은 우리와 함께 없어요", "하지만 책상이 있어요"],
  Japanese: ["猫は家の中にいます", "彼らは私たちと一緒ではありません", "でも机があります"],
};
const language = fc.constantFrom(...Object.keys(LANGUAGES));

/** An element with children, as markup; names are letters, texts contain no markup. */
const element: fc.Memo<string> = fc.memo((depth) =>
  fc
    .tuple(word, depth > 1 ? fc.array(element(depth - 1), { maxLength: 3 }) : fc.constant([]), line)
    .map(([name, inside, text]) =>
      inside.length === 0 && text.length % 3 === 0
        ? `<${name} a="1 > 0"/>`
        : `<${name}>${inside.join(" ")}${text}</${name}>`,
    ),
);

const table = (rows: string[][]) =>
  rows
    .flatMap((cells, i) => [
      `| ${cells.join(" | ")} |`,
      ...(i === 0 ? [`|${cells.map(() => "---").join("|")}|`] : []),
    ])
    .join("\n");

/** Forms of writing: formats, cases, edges, orders. */
export const formProperties: Property[] = [
  {
    kind: "3 paragraphs by divider",
    made: fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.array(line, { minLength: 1, maxLength: 5 }))
      .map(([n, pieces]) => ({
        item: `Does the response contain ${n} paragraphs separated by ***?`,
        response: pieces.join("\n***\n"),
        yes: pieces.length === n,
      })),
  },
  {
    kind: "11 last phrase",
    made: fc.tuple(words, words, wrong).map(([all, ending, other]) => ({
      item: `Does the response end with the phrase "${say(ending)}"?`,
      response: `${say(all)} ${say(ending)}${other ? " later" : "."}`,
      yes: !other,
    })),
  },
  {
    kind: "13 language",
    made: fc.tuple(language, language, fc.infiniteStream(fc.nat())).map(([wanted, written, order]) => {
      const clauses = LANGUAGES[written] ?? [];
      const some = [...order.take(9)].map((n) => clauses[n % clauses.length] ?? "");
      return {
        item: `Is the response written in ${wanted}?`,
        response: `${[...clauses, ...clauses, ...some].join(", ")}.`,
        yes: wanted === written,
      };
    }),
  },
  spoiled(
    "14 upper case",
    "Is the entire response in capital letters?",
    words,
    (all) => say(all).toUpperCase(),
    (all) => `${say(all).toUpperCase()} so`,
    (all) => say(all.map(capital)),
  ),
  spoiled(
    "14 title case",
    "Is the response in title case?",
    fc.tuple(words, fc.nat()),
    ([all]) => say(all.map(capital)),
    ([all, at]) =>
      say(all.map((one, i) => (i === at % all.length ? one : capital(one)))).replace(/^under|^$/, "stone"),
  ),
  {
    kind: "14 sentence case",
    made: fc
      .tuple(fc.array(words, { minLength: 1, maxLength: 4 }), fc.nat(), wrong, fc.constantFrom("!", "?"))
      .map(([all, at, small, sign]) => ({
        item: "Is the response in sentence case?",
        response: all
          .map((one, i) => `${small && i === at % all.length ? say(one) : capital(say(one))}${sign}`)
          .join(" "),
        yes: !small,
      })),
  },
  {
    kind: "14 sentence case behind full stops",
    made: fc.tuple(words, words, wrong).map(([one, two, small]) => ({
      item: "Is the response in sentence case?",
      response: `${capital(say(one))}. ${small ? say(two) : capital(say(two))}.`,
      yes: small ? ("open" as const) : true,
    })),
  },
  spoiled(
    "16 no digits",
    "Does the response contain no digits?",
    line,
    (all) => all,
    (all) => `${all} 7`,
  ),
  spoiled(
    "16 no punctuation",
    "Does the response contain no punctuation?",
    line,
    (all) => all,
    (all) => `${all}.`,
    (all) => `“${all}”`,
  ),
  spoiled(
    "16 ASCII only",
    "Does the response contain only ASCII characters?",
    line,
    (all) => `${all} ~!`,
    (all) => `${all} é`,
    (all) => `${all} 😀`,
  ),
  spoiled(
    "16 Latin letters only",
    "Does the response contain only Latin letters?",
    line,
    (all) => `${all} été 12`,
    (all) => `${all} д`,
    (all) => `${all} 中`,
  ),
  {
    kind: "23 TSV",
    made: fc
      .tuple(fc.integer({ min: 2, max: 4 }), fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }), word)
      .map(([columns, fits, cell]) => ({
        item: "Is the response valid TSV?",
        response: [true, ...fits]
          .map((fit) => exactlyOf(`${cell}, so`, fit ? columns : columns - 1).join("\t"))
          .join("\n"),
        yes: fits.every(Boolean),
      })),
  },
  spoiled(
    "23 XML",
    "Is the response valid XML?",
    fc.tuple(element(3), word),
    ([one]) => `<root>${one}</root>`,
    ([one]) => `<root>${one}`,
    ([one, name]) => `<root>${one}</${name}>`,
    ([one]) => `<root>${one}</root> so`,
    ([one]) => `<root>${one}</root><root/>`,
    ([one]) => `<root ${one}`,
  ),
  {
    kind: "23 markdown table with columns",
    made: fc
      .tuple(
        fc.uniqueArray(word, { minLength: 1, maxLength: 4 }),
        fc.uniqueArray(word, { minLength: 2, maxLength: 4 }),
        fc.integer({ min: 1, max: 4 }),
      )
      .map(([wanted, columns, rows]) => ({
        item: `Does the response contain a markdown table with the columns ${wanted.map((one) => `"${one}"`).join(", ")}?`,
        response: `So:\n\n${table([
          columns,
          ...exactlyOf(
            columns.map(() => "x"),
            rows,
          ),
        ])}`,
        yes: wanted.every((one) => columns.includes(one)),
      })),
  },
  spoiled(
    "23 markdown table",
    "Is the response formatted as a markdown table?",
    fc.array(exactly(word, 3), { minLength: 1, maxLength: 5 }),
    (rows) => table([["a", "b", "c"], ...rows]),
    (rows) => rows.map((cells) => cells.join(", ")).join("\n"),
    (rows) => rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n"),
  ),
  spoiled(
    "24 title",
    "Does the response contain a title wrapped in double angular brackets?",
    fc.tuple(line, line),
    ([title, text]) => `<<${title}>>\n${text}`,
    ([title, text]) => `<${title}>\n${text}`,
    ([title, text]) => `<<${title}\n${text}>>`,
    ([, text]) => `<< >>\n${text}`,
  ),
  {
    kind: "26 postscript",
    made: fc
      .tuple(
        fc.array(line, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        fc.constantFrom("none", "last", "early"),
      )
      .map(([all, at, where]) => ({
        item: "Does the response contain a postscript starting with P.S.?",
        response: (where === "none"
          ? all
          : where === "last"
            ? [...all, "P.S. bye"]
            : [...all.slice(0, at % all.length), "P.S. bye", ...all.slice(at % all.length)]
        ).join("\n\n"),
        yes: where === "early" ? ("open" as const) : where === "last",
      })),
  },
  spoiled(
    "30 in double quotes",
    "Is the entire response wrapped in double quotation marks?",
    line,
    (all) => `"${all}."`,
    (all) => all,
    (all) => `"${all}`,
    (all) => `"${all}" so`,
    (all) => `'${all}'`,
  ),
  spoiled(
    "31 first phrase",
    'Does the response start with the phrase "Dear all"?',
    line,
    (all) => `Dear all, ${all}`,
    (all) => `${all} Dear all`,
    (all) => `Dear ${all} all`,
  ),
  {
    kind: "32 numeric order of a JSON key",
    made: fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 2, maxLength: 5 }).map((all) => ({
      item: 'Are the items in numerical order by the key "size"?',
      response: JSON.stringify(all.map((size) => ({ size, other: -size }))),
      yes: all.every((size, i) => i === 0 || (all[i - 1] ?? size) <= size),
    })),
  },
  {
    kind: "32 order of dates",
    made: fc.array(fc.integer({ min: 1500, max: 2100 }), { minLength: 2, maxLength: 5 }).map((years) => ({
      item: "Are the items in chronological order?",
      response: years.map((year) => `- ${year}: so`).join("\n"),
      yes: years.every((year, i) => i === 0 || (years[i - 1] ?? year) <= year),
    })),
  },
  {
    kind: "34 final answer in bold",
    made: fc.tuple(line, word, fc.constantFrom("bold", "plain", "early")).map(([text, answer, how]) => ({
      item: "Is the final answer in bold?",
      response:
        how === "bold"
          ? `${text} **${answer}**.`
          : how === "plain"
            ? `${text} ${answer}`
            : `**${answer}** ${text}`,
      yes: how === "early" ? ("open" as const) : how === "bold",
    })),
  },
  spoiled(
    "34 final answer in a box",
    "Is the final answer in \\boxed{}?",
    fc.tuple(line, word),
    ([text, answer]) => `${text} \\boxed{\\text{${answer}}}`,
    ([text, answer]) => `${text} boxed{${answer}}`,
    ([text, answer]) => `${text} \\boxed{${answer}`,
    ([text]) => `${text} \\boxed{}`,
  ),
  spoiled(
    "35 code only",
    "Does the response contain only code?",
    fc.tuple(fc.array(line, { minLength: 1 }), line),
    ([code]) => `\`\`\`\n${code.join("\n")}\n\`\`\``,
    ([code, text]) => `${text}\n\`\`\`\n${code.join("\n")}\n\`\`\``,
    ([code, text]) => `\`\`\`\n${code.join("\n")}\n\`\`\`\n${text}`,
    ([code]) => `\`\`\`\n${code.join("\n")}\n\`\`\`\n\`\`\`\nx\n\`\`\``,
  ),
  {
    kind: "36 key sentence",
    made: fc.tuple(line, line, line, wrong).map(([before, key, after, missing]) => ({
      item: `Does the response contain the sentence "${capital(key)} indeed."?`,
      response: `${capital(before)}. ${missing ? "" : `${capital(key)} indeed. `}${capital(after)}.`,
      yes: !missing,
    })),
  },
  {
    kind: "36 changes only between asterisks",
    made: fc.tuple(line, line, line, line, wrong).map(([before, old, now, after, changed]) => ({
      item: "Does the response change only the text between asterisks?",
      instruction: `Change only what is between asterisks:\n${before} *${old}* ${after}`,
      response: `${before} *${now}* ${after}${changed ? " too" : ""}`,
      yes: !changed,
    })),
  },
  {
    kind: "37 each paragraph",
    made: fc
      .tuple(
        bounded,
        fc.array(fc.array(word, { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 4 }),
      )
      .map(([{ text, holds }, all]) => ({
        item: `Does each paragraph contain ${text} words?`,
        response: all.map(say).join("\n\n"),
        yes: all.every((one) => holds(one.length)),
      })),
  },
  {
    kind: "8 frequency of a sign",
    made: fc.tuple(bounded, count, line).map(([{ text, holds }, n, all]) => ({
      item: `Does the response contain the character '&' ${text} times?`,
      response: `${all}${" &".repeat(n)}`,
      yes: holds(n),
    })),
  },
];

function exactlyOf<T>(part: T, n: number): T[] {
  return Array.from({ length: n }, () => part);
}
