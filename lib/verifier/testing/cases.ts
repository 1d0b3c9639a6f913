/*
 * Per kind: ways to ask, responses with the answer each of those questions must get, and near misses: items that
 * look like the kind and must not be read as one.
 */

interface Family {
  kind: string;
  ask: string[];
  yes?: string[];
  no?: string[];
  borderline?: string[];
  inapplicable?: string[];
  /** Items that must not be decided. */
  open?: string[];
  instruction?: string;
}

const five = "one two three four five";
const three = "I came home. I saw a dog. I left.";
const paragraphs = "One is here.\n\nTwo is here.\n\nThree is here.";
const bullets = "- apple\n- pear\n- plum";
const numbered = "1. apple\n2. pear\n3. plum";
const json = '{"a": 1, "b": [2], "c": null}';
const french =
  "Le chat est sur la table et il regarde les oiseaux qui sont dans le jardin, mais il ne peut pas sortir.";
const english =
  "The cat is on the table and it looks at the birds that are in the garden, but it can not go out of there.";
const poem = "Roses are red\nViolets are blue\n\nSugar is sweet\nAnd so are you";

const families: Family[] = [
  {
    kind: "1 words",
    ask: [
      "Is the response exactly 5 words long?",
      "Does the output contain exactly five words?",
      "Is the word count of the response equal to 5?",
      "Does the answer consist of exactly 5 words, as instructed?",
    ],
    yes: [five, `${five}.`, "“One, two, three, four, five!”"],
    no: ["one two", "one two three four", `${five} six`],
    borderline: [
      "don't ask me about it",
      "one - two three four",
      "- one two three four five",
      "well-known words are four here",
    ],
    open: [
      "Does the response use exactly 5 words to describe the dog?",
      "Does the introduction contain exactly 5 words?",
    ],
  },
  {
    kind: "2 sentences",
    ask: [
      "Does the response contain exactly 3 sentences?",
      "Are there exactly three sentences in the response?",
      "Is the number of sentences in the output 3?",
      "Does the text consist of exactly 3 sentences as required by the prompt?",
    ],
    yes: [three, "Yes! We can. Will you?", "It is 3.5 metres. It is long. That is it."],
    no: ["Only one here.", "One here. Two here.", `${three} Then I slept.`],
    borderline: ["Dr. Smith met Mr. Jones. They left. They slept.", "Title:\nI came. I saw."],
    open: ["Are the three sentences of the response convincing?"],
  },
  {
    kind: "3 paragraphs",
    ask: [
      "Does the response contain exactly 3 paragraphs?",
      "Are there exactly three paragraphs in the response?",
      "Is the response divided into exactly 3 paragraphs?",
      "Does the output have exactly 3 paragraphs?",
    ],
    yes: [paragraphs, `\n${paragraphs}\n\n`, "A one.\n\nB two.\n\n\n\nC three."],
    no: ["One.", "One.\n\nTwo.", `${paragraphs}\n\nFour.`],
    borderline: ["One.\nTwo.\n\nThree.\n\nFour.", "Start:\n- a\n- b"],
    open: ["Does the response contain 3 paragraphs about dogs?"],
  },
  {
    kind: "3 paragraphs by divider",
    ask: [
      "Does the response contain 3 paragraphs separated by ***?",
      "Does the response have exactly 3 paragraphs separated by the markdown divider ***?",
      "Are there 3 paragraphs in the response?",
    ],
    instruction: "Write 3 paragraphs separated with the markdown divider: ***",
    yes: ["A\n***\nB\n***\nC", "***\nA\n***\nB\n***\nC", "A *** B *** C", "A\n\nx\n***\nB\n***\nC"],
    no: ["A\n***\nB", "A\n\nB\n\nC", "A\n***\n***\nC", "A\n***\nB\n***\nC\n***\nD"],
  },
  {
    kind: "4 first word of a paragraph",
    ask: [
      'Does the third paragraph start with the word "bonding"?',
      'Does the third paragraph of the response begin with the word "bonding"?',
      'Does paragraph 3 start with the word "bonding"?',
    ],
    yes: [
      "A b.\n\nC d.\n\nBonding is good.",
      "A.\n\nB.\n\nbonding!",
      'A.\n\nB.\n\n"Bonding" helps.',
      "A.\n\nB.\n\nBonding.\n\nD.",
    ],
    no: ["A.\n\nB.\n\nBonded.", "Bonding.\n\nB.\n\nC.", "A.\n\nB.", "A.\n\nB.\n\nThe bonding."],
    borderline: ["A.\nB.\n\nC.\n\nBonding."],
  },
  {
    kind: "5 contains words",
    ask: [
      'Does the response include the keywords "mom" and "mother"?',
      "Does the response contain the words 'mom' and 'mother'?",
      "Are the words 'mom' and 'mother' included in the response?",
    ],
    yes: ["My mom is a mother.", "MOM, Mother!", "“mom” (mother)", "mother: mom"],
    no: ["My mom is here.", "A mother is here.", "Nothing.", ""],
    borderline: ["My mom's mother's here.", "Moms and mothers."],
    open: [
      "Does the response mention the mom?",
      "Does the response give a synonym for the word 'mom'?",
      "Does the response explain the word 'mom'?",
    ],
  },
  {
    kind: "6 word frequency",
    ask: [
      'Does the word "story" appear at least twice in the response?',
      "Does the response contain the word 'story' at least 2 times?",
      "Does the response contain the word story at least twice?",
    ],
    yes: ["A story in a story.", "Story! STORY? story.", "story story", "The story: “story”."],
    no: ["A story.", "Nothing here.", "Stories and storytellers.", "A tale."],
    borderline: ["A story and the story's end."],
    open: ["Does the response tell the story at least twice?"],
  },
  {
    kind: "7 forbidden words",
    ask: [
      'Does the response avoid using the word "rock"?',
      "Does the response not contain the word 'rock'?",
      "Is the word 'rock' absent from the response?",
      "Does the output refrain from using the word 'rock'?",
    ],
    yes: ["A stone.", "Many rocks.", "He rocked."],
    no: ["A rock.", "ROCK!", "It is “rock”, indeed."],
    borderline: ["The rock's edge."],
    open: ["Does the response avoid rock music?", "Does the response not avoid the word 'rock'?"],
  },
  {
    kind: "8 letter and sign frequency",
    ask: [
      "Does the letter 'o' appear at least 4 times?",
      "Does the response contain the letter 'o' at least 4 times?",
      "Does the letter o appear at least 4 times in the response?",
    ],
    yes: ["oooo", "O boo, wo", "so no go to", "foo boo"],
    no: ["ooo", "none", "Oh no", "book a"],
  },
  {
    kind: "8 hashtags",
    ask: [
      "Does the response contain at least 2 hashtags?",
      "Are there at least two hashtags in the response?",
      "Your response should contain at least 2 hashtags.",
    ],
    yes: ["#one and #two", "#a #b #c", "Go #x,#y", "#été #größe"],
    no: ["#one", "none", "# one # two", "C# and #"],
  },
  {
    kind: "9 contains character",
    ask: [
      "Does the response contain the letter 'x'?",
      "Does the output include the character 'x'?",
      "Is the letter 'x' present in the response?",
    ],
    yes: ["an axe", "X!", "box", "x"],
    no: ["none", "a b c", "", "yes"],
    open: ["Does the response explain the letter 'x'?"],
  },
  {
    kind: "9 does not contain character",
    ask: [
      "Does the response not contain the letter 'f'?",
      "Does the response avoid the letter 'f'?",
      "Is the output free of the letter 'f'?",
    ],
    yes: ["a b c", "none here", "12", "Go."],
    no: ["for", "F!", "off we go", "iffy"],
  },
  {
    kind: "10 character or not character",
    ask: [
      "Does the response contain the letter 'b' or not contain the letter 'e'?",
      "Does the output include the letter 'b' or exclude the letter 'e'?",
      "Does the response either contain the letter 'b' or not contain the letter 'e'?",
    ],
    yes: ["be", "a cat", "Bee", "o"],
    no: ["e", "the sea", "yes", "one, EEE"],
    open: [
      "Does the response contain the letter 'b' or rhyme?",
      "Does the response contain 'b' or 500 words?",
    ],
  },
  {
    kind: "11 last word",
    ask: [
      "Is the last word of the response 'consequence'?",
      "Does the response end with the word 'consequence'?",
      "Does the response have the word 'consequence' as its last word?",
      "Is the word 'consequence' the last word of the output?",
    ],
    yes: ["It is a consequence.", "Consequence", "the “consequence”!"],
    no: ["Consequences", "A consequence follows", "None."],
    borderline: ["It has no self-consequence."],
    open: ["Does the response end with a word like 'consequence'?"],
  },
  {
    kind: "11 ends with phrase",
    ask: [
      'Does the response end with the exact phrase "Any other questions?"?',
      'Does the response end with "Any other questions?"?',
      'Does the response finish with the phrase "Any other questions?"?',
    ],
    yes: [
      "Done. Any other questions?",
      "any other questions?",
      'He said "Any other questions?"',
      "**Any other questions?**",
    ],
    no: ["Any other questions? No.", "Done.", "Any questions?", ""],
    borderline: ["Any other questions"],
  },
  {
    kind: "12 nth words",
    ask: [
      "Are the 2nd and 4th words of the response 'eggs' and 'ham' respectively?",
      "Are the second and fourth words of the output 'eggs' and 'ham'?",
      "Are the 2nd and 4th words in the response 'eggs' and 'ham', respectively?",
    ],
    yes: ["green eggs and ham", "Some EGGS, with HAM.", "a eggs b ham c", "My eggs: no ham"],
    no: ["eggs and ham", "a eggs", "a b eggs ham", "ham and eggs"],
    borderline: ["don't eggs and ham"],
  },
  {
    kind: "13 language",
    ask: [
      "Is the response written in French?",
      "Is the entire response in French?",
      "Is the response in the French language?",
      "Is the response only in French?",
    ],
    yes: [french, `${french} ${french}`, `${french}\n\n${french}`],
    no: [english, `${english} ${english}`, "Это очень длинный русский текст о том, как мы жили вместе."],
    borderline: ["Oui.", `${french} ${english}`],
    open: ["Is the response about French?", "Is the response in French style?"],
  },
  {
    kind: "13 language by script",
    ask: [
      "Is the response in Kannada?",
      "Is the entire response written in Kannada?",
      "Is the response entirely in Kannada?",
    ],
    yes: [
      "ನಾನು ಕನ್ನಡದಲ್ಲಿ ಮಾತನಾಡುತ್ತೇನೆ ಮತ್ತು ಬರೆಯುತ್ತೇನೆ",
      "ಕನ್ನಡ ಭಾಷೆ ತುಂಬಾ ಸುಂದರವಾಗಿದೆ",
      "ಇದು ಒಂದು ಉದಾಹರಣೆ ವಾಕ್ಯ",
      "ನಮಸ್ಕಾರ ನೀವು ಹೇಗಿದ್ದೀರಿ",
    ],
    no: [english, french, "これは日本語の文章です。とても長いです。", "Это русский текст без других букв."],
  },
  {
    kind: "14 letter case",
    ask: [
      "Is the entire response in lowercase letters?",
      "Is the response written in all lowercase?",
      "Does the response contain no capital letters?",
      "Does the response use only lowercase letters?",
    ],
    yes: ["all small here.", "été 12!", "a"],
    no: ["All small", "aB", "no CAPS"],
    inapplicable: ["123", "今天"],
    open: ["Does the response contain lowercase variable names?"],
  },
  {
    kind: "14 upper case",
    ask: [
      "Is the entire response in capital letters?",
      "Is the response in all caps?",
      "Is the response written in uppercase letters?",
    ],
    yes: ["ALL LOUD", "A", "ÉTÉ 12!", "GO."],
    no: ["All loud", "aB", "no", "THIs"],
  },
  {
    kind: "15 words in capitals",
    ask: [
      "Does the response contain less than 3 words in all capital letters?",
      "Do words in all capital letters appear less than 3 times?",
      "Does the output contain fewer than 3 words in all caps?",
    ],
    yes: ["NASA went UP.", "none", "Only ONE.", "Two ARE HERE."],
    no: ["ONE TWO THREE", "GO TO HIM NOW", "NASA AND ESA MET", "THE END IS HERE"],
    borderline: ["I say NASA and UN."],
  },
  {
    kind: "16 commas and characters",
    ask: [
      "Does the response avoid the use of any commas?",
      "Is the response free of commas?",
      "Does the response contain no commas?",
      "In your entire response, refrain from the use of any commas.",
    ],
    yes: ["none here", "a; b", "1.5"],
    no: ["a, b", ",", "1,000"],
  },
  {
    kind: "16 digits",
    ask: [
      "Does the response contain no digits?",
      "Is the response free of digits?",
      "Does the response avoid digits?",
    ],
    yes: ["none", "one two", "a.", "!"],
    no: ["1", "a2", "٣", "year 1990"],
  },
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

export interface Case {
  item: string;
  response: string;
  verdict: "yes" | "no" | "borderline" | "inapplicable" | "open";
  instruction?: string;
}

export const kindCases: { kind: string; cases: Case[] }[] = families.map((family) => {
  const { kind, ask, open = [], instruction } = family;
  const rest = instruction === undefined ? {} : { instruction };
  const cases: Case[] = (["yes", "no", "borderline", "inapplicable"] as const).flatMap((verdict) =>
    (family[verdict] ?? []).flatMap((response) => ask.map((item) => ({ item, response, verdict, ...rest }))),
  );
  for (const item of open) cases.push({ item, response: "Some text.", verdict: "open", ...rest });
  return { kind, cases };
});
