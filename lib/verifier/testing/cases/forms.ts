import type { Family } from "./family";

const bullets = "- apple\n- pear\n- plum";
const numbered = "1. apple\n2. pear\n3. plum";
const json = '{"a": 1, "b": [2], "c": null}';
const poem = "Roses are red\nViolets are blue\n\nSugar is sweet\nAnd so are you";

/** Forms of writing: lists, formats, edges, orders. */
export const formFamilies: Family[] = [
  {
    kind: "17 bullets",
    ask: [
      "Does the response contain exactly 3 bullet points?",
      "Are there exactly three bullet points in the response?",
      "Does the response use exactly 3 bullets?",
    ],
    yes: [bullets, `Fruits:\n${bullets}`, "* a\n* b\n* c", "• a\n• b\n• c"],
    no: ["- a", "- a\n- b", `${bullets}\n- fig`, "no list"],
    borderline: ["- a\n  - b\n- c", numbered],
    open: ["Does the response contain 3 bullet points about dogs?"],
  },
  {
    kind: "18 items",
    ask: [
      "Does the response contain exactly 3 items?",
      "Does the response list exactly 3 items?",
      "Are there exactly three list items in the response?",
    ],
    yes: [bullets, numbered, '["a", "b", "c"]', "| n |\n|---|\n| a |\n| b |\n| c |"],
    no: ["- a\n- b", "1. a\n2. b\n3. c\n4. d", '["a"]', "* a"],
    borderline: ["a, b and c", "1. a\n2. b\n1. c"],
    open: ["Is the response a list of 3 movies?"],
  },
  {
    kind: "19 headings",
    ask: [
      "Does the response use subheadings?",
      "Does the response contain headings?",
      "Does the response include section headings?",
    ],
    yes: ["# One\ntext", "text\n\n## Two\n\ntext", "**Bold line**\ntext", "Title\n=====\ntext"],
    no: ["text", "#tag", "a **bold** word", ""],
    open: ["Are the subheadings informative?"],
  },
  {
    kind: "20 highlights",
    ask: [
      "Does the response contain at least 2 highlighted sections?",
      "Does the response highlight at least 2 sections with markdown?",
      "Are there at least 2 highlighted sections in the response?",
    ],
    yes: ["*a* and *b*", "**a** and *b*", "**a** **b** **c**", "x *one* y *two* z"],
    no: ["*a*", "none", "2 * 3 * 4", "****"],
  },
  {
    kind: "21 sections",
    ask: [
      "Does the response have exactly 2 sections marked with SECTION X?",
      "Does the response contain exactly 2 sections labeled 'SECTION X'?",
      "Are there exactly 2 sections marked with SECTION X in the response?",
    ],
    yes: [
      "SECTION 1\na\nSECTION 2\nb",
      "SECTION 1: a\n\nSECTION 2: b",
      "**SECTION 1**\na\n**SECTION 2**\nb",
      "# SECTION 1\n\n# SECTION 2",
    ],
    no: ["SECTION 1\na", "none", "SECTION one", "SECTION 1\nSECTION 2\nSECTION 3"],
    borderline: ["SECTION 1\nas in SECTION 2\nSECTION 2", "Section 1\nSection 2"],
  },
  {
    kind: "22 JSON",
    ask: [
      "Is the response valid JSON?",
      "Is the output formatted as valid JSON?",
      "Is the entire response in JSON format?",
      "Is the response a JSON object?",
    ],
    yes: [json, `\`\`\`json\n${json}\n\`\`\``, " {} "],
    no: ["{a: 1}", `Here: ${json}`, "{'a': 1}"],
    open: ["Does the response explain JSON?"],
  },
  {
    kind: "22 JSON keys",
    ask: [
      'Is the response valid JSON with the keys "a", "b" and "c"?',
      "Is the output a JSON object with the keys 'a', 'b', 'c'?",
      "Is the response in JSON format with the following keys: a, b, c?",
    ],
    yes: [json, '{"c":1,"b":2,"a":3}', '{"a":1,"b":2,"c":3,"d":4}', `\`\`\`\n${json}\n\`\`\``],
    no: ['{"a":1,"b":2}', "{}", "a, b, c", '{"x":{"a":1,"b":2,"c":3}}'],
    borderline: ['{"A":1,"b":2,"c":3}'],
  },
  {
    kind: "23 CSV",
    ask: ["Is the response valid CSV?", "Is the response in CSV format?", "Is the output formatted as CSV?"],
    yes: ["a,b\n1,2", 'a,b\n"x,y",2\n', "```csv\na,b\n1,2\n```", "a,b,c\n1,2,3\n4,5,6"],
    no: ["a,b\n1", 'a,b\n"x,2', 'a,b\nx"y,2', "a,b\n1,2,3"],
    borderline: ["just text", "a, b, and c"],
  },
  {
    kind: "24 title",
    ask: [
      "Does the response contain a title wrapped in double angular brackets?",
      "Does the response contain a title wrapped in double angular brackets, such as <<poem of joy>>?",
      "Does the response have a title enclosed in double angle brackets?",
    ],
    yes: ["<<Joy>>\ntext", "text <<A b>>", "<<x>>", "**<<Title>>**"],
    no: ["<Joy>", "<<>>", "<< >>", "<<a\nb>>"],
    open: ["Does the response have a fitting title in brackets?"],
  },
  {
    kind: "25 placeholders",
    ask: [
      "Does the response include at least 2 placeholders represented by square brackets, such as [address]?",
      "Does the response contain at least 2 placeholders?",
      "Are there at least two placeholders in the response?",
    ],
    yes: ["[name] lives at [address]", "[a][b]", "[a] [b] [c]", "Dear [name],\n[text]"],
    no: ["[name]", "none", "[a](http://x) [b](http://y)", "- [ ] a\n- [x] b"],
  },
  {
    kind: "26 postscript",
    ask: [
      "Does the response include a postscript starting with P.S.?",
      "Does the response contain a postscript?",
      "Does the response end with a P.S.?",
    ],
    yes: ["Text.\n\nP.S. More.", "Text.\nP.S. More", "Text.\n\np.s. more", "Text.\n\n**P.S.** More"],
    no: ["Text.", "", "Stop. So what", "PSALM"],
    borderline: ["P.S. First.\n\nThen more text."],
  },
  {
    kind: "27 options",
    ask: [
      "Is the answer one of 'yes', 'no' or 'maybe'?",
      "Is the response one of the following: 'yes', 'no', 'maybe'?",
      "Answer with one of the following options: 'yes', 'no', 'maybe'",
    ],
    yes: ["yes", "No.", " maybe ", "“Yes”"],
    no: ["perhaps", "", "yesterday", "I think so"],
    borderline: ["I say yes"],
    open: ["Does the response contain either 'yes' or 'no'?"],
  },
  {
    kind: "28 two responses",
    ask: [
      "Does the response contain two different responses separated by ******?",
      "Does the response give two different responses separated by 6 asterisk symbols: ******?",
      "Does the output provide two responses, separated by ******?",
    ],
    yes: ["a\n******\nb", "a ****** b", "******\na\n******\nb", "One.\n\n******\n\nTwo."],
    no: ["a", "a\n******\na", "a******", "a\n******\nb\n******\nc"],
  },
  {
    kind: "29 repeat the request",
    ask: [
      "Does the response first repeat the request word for word without change?",
      "Does the response repeat the prompt verbatim?",
      "Does the response repeat the request word for word?",
    ],
    instruction: "Write a poem.",
    yes: ["Write a poem. Roses are red.", "write a poem. x", "  Write a poem.\nx", "Write a poem."],
    no: ["Roses are red.", "Write a song. x", "Write poem.", ""],
    borderline: ["Write  a poem. x", '"Write a poem." x'],
  },
  {
    kind: "30 quoted",
    ask: [
      "Is the response wrapped in double quotation marks?",
      "Is the entire response enclosed in double quotes?",
      "Is the response wrapped in double quotes?",
    ],
    yes: ['"text"', ' "a b. c" ', '"a\nb"', '"x!"'],
    no: ["text", '"text', 'a "b"', "'text'"],
    borderline: ["“text”", '"One," she said. "Two."'],
  },
  {
    kind: "31 starts with",
    ask: [
      'Does the response start with "Dear"?',
      'Does the response begin with the phrase "Dear"?',
      'Does the response begin with the word "Dear"?',
    ],
    yes: ["Dear Ann,", "dear all", "**Dear** Ann", "“Dear Ann”"],
    no: ["Deer", "My dear", "Hello", ""],
    open: ["Does the response start with a greeting?"],
  },
  {
    kind: "32 order",
    ask: [
      "Is the response in alphabetical order?",
      "Are the items in alphabetical order?",
      "Are the list items sorted alphabetically?",
    ],
    yes: [bullets, "1. a\n2. B\n3. c", '["a","b"]', "- x1\n- x2\n- x10"],
    no: ["- b\n- a", "1. c\n2. a", '["b","a"]', "- z\n- y\n- x"],
    borderline: ["apple, pear", "- a", "- The apple\n- Bear\n- Cat"],
  },
  {
    kind: "33 characters",
    ask: [
      "Is the response at most 10 characters long?",
      "Does the response contain no more than 10 characters?",
      "Is the response within 10 characters?",
    ],
    yes: ["abc", "0123456789", "a b c", "👩‍👩‍👧‍👦👍"],
    no: ["01234567891", "abcdefghijklmno", "this is too long", "aaaaaaaaaaaaaaaaaaaa"],
    borderline: ["The password that I made for you is abcdefgh.", "a b c d e f"],
  },
  {
    kind: "34 final answer",
    ask: [
      "Is the final answer in bold?",
      "Is the final answer given in bold?",
      "Is the final answer formatted in bold?",
    ],
    yes: ["So it is **4**.", "**yes**", "Step. **x**", "It is __4__"],
    no: ["So it is 4.", "*4*", "", "4"],
    borderline: ["**4** is the number of legs."],
  },
  {
    kind: "35 code only",
    ask: [
      "Does the response contain only code, with no explanation?",
      "Does the response contain only code?",
      "Is the response enclosed in a code block?",
    ],
    yes: ["```\nx = 1\n```", "```python\nx\n```", "~~~\nx\n~~~", "\n```js\na\n```\n"],
    no: ["Here:\n```\nx\n```", "```\nx\n```\nDone.", "```\na\n```\n```\nb\n```", "Text\n```\nx\n```\ntext"],
    borderline: ["x = 1"],
  },
  {
    kind: "36 key sentences",
    ask: [
      'Does the response contain the sentence "I like dogs."?',
      'Does the response include the key sentence "I like dogs."?',
      'Is the sentence "I like dogs." included in the response?',
    ],
    yes: ["I like dogs.", "Well. I like dogs. Yes.", "“I like dogs.”", "a\nI like dogs.\nb"],
    no: ["I like cats.", "I like big dogs.", "", "Dogs."],
    borderline: ["i like  dogs."],
  },
  {
    kind: "37 distinct",
    ask: [
      "Are all items distinct?",
      "Are all the items unique?",
      "Does the response contain no repeated items?",
    ],
    yes: [bullets, numbered, "- a\n- b", '["x","y"]'],
    no: ["- a\n- a", "1. a\n2. b\n3. A", '["x","x"]', "- a\n- b\n- a."],
    borderline: ["a, b, a"],
  },
  {
    kind: "37 each",
    ask: [
      "Does each sentence contain exactly 3 words?",
      "Does every sentence contain exactly three words?",
      "Does each sentence of the response contain exactly 3 words?",
    ],
    yes: ["I am here. You are there.", "One two three.", "A b c. D e f. G h i.", "We saw it! Did you too?"],
    no: ["I am. You are there.", "One two three four.", "A b c. D e.", "No."],
    borderline: ["It's not so."],
  },
  {
    kind: "1 stanzas and lines",
    ask: [
      "Does the response contain exactly 4 lines?",
      "Is the response exactly 4 lines long?",
      "Does the output have exactly four lines?",
    ],
    yes: [poem, "a\nb\nc\nd", "a\n\nb\n\nc\n\nd", "1\n2\n3\n4\n"],
    no: ["a", "a\nb\nc", "a\nb\nc\nd\ne", "a b c d"],
  },
];
