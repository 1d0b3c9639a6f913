import type { Family } from "./family";

const five = "one two three four five";
const three = "I came home. I saw a dog. I left.";
const paragraphs = "One is here.\n\nTwo is here.\n\nThree is here.";
const french =
  "Le chat est sur la table et il regarde les oiseaux qui sont dans le jardin, mais il ne peut pas sortir.";
const english =
  "The cat is on the table and it looks at the birds that are in the garden, but it can not go out of there.";

/** Amounts, words and characters, languages and case. */
export const contentFamilies: Family[] = [
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
];
