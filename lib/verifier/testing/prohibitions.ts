import { words } from "../grammar/cursor";

/*
 * Prohibitions, choices and reports in the middle of an instruction: every one with every verb and object, and
 * texts that have the object and that do not.
 */

/** Negations before a verb, and before its gerund. */
const BEFORE_VERB = words(`
  do not | don't | never | never ever | do not ever | please do not | please never | not | you must not |
  you should not | you may not | you cannot | you can't | you should never | you shall not |
  you are not allowed to | you are not permitted to | you are forbidden to | you are not to |
  it must not | you must not, under any circumstances, | do not, at any point, | under no circumstances |
  at no point | in no case | at no time | make sure not to | make sure you do not | be careful not to |
  take care never to | I don't want you to | I do not want you to | I would rather you did not |
  nobody should | no one may | no character may | none of the lines should | neither you nor I should |
  it is forbidden to | it is wrong to never | you do not have to | you need not | you needn't |
  there is no need to | it is not necessary to | try not to | do not forget not to |
  you will fail if you | there is no way you should | you hardly ever should | don't just
`);
const BEFORE_GERUND = words(`
  avoid | avoiding | while avoiding | refrain from | refraining from | without | without ever |
  without once | abstain from | stop | not | never | instead of | rather than | as opposed to |
  keep from | steer clear of | no | with no | resist | forget about | other than by | except by |
  by no means | I am against | skip | you are prohibited from | you are banned from |
  neither rhyming nor | there must be no | anything but
`);
const VERBS = [
  ["use", "using"],
  ["include", "including"],
  ["contain", "containing"],
  ["mention", "mentioning"],
  ["write", "writing"],
  ["start with", "starting with"],
  ["begin with", "beginning with"],
  ["end with", "ending with"],
] as const;

/** Objects with a text that has them, at both ends too, and one that has not. */
export const OBJECTS = [
  { object: "the word 'wet'", breaks: "wet is the hill, and the hill is wet", keeps: "dry sun" },
  { object: "the words 'wet' and 'cold'", breaks: "wet cold hills, cold wet", keeps: "dry sun" },
  { object: "the phrase 'so wet'", breaks: "so wet are the hills, so wet", keeps: "dry sun" },
  { object: "the letter 'e'", breaks: "e is in these hills, the e", keeps: "dry sun" },
  { object: "commas", breaks: "a hill, a sun,", keeps: "dry sun" },
  { object: "emojis", breaks: "😀 hill 😀", keeps: "dry sun" },
  { object: "hashtags", breaks: "#hill and #sun", keeps: "dry sun" },
  { object: "digits", breaks: "3 hills and 4", keeps: "dry sun" },
  { object: "bullet points", breaks: "- hill\n- sun\n- moon", keeps: "dry sun" },
  { object: "headings", breaks: "# Hill\n\nsun\n\n# Sun", keeps: "dry sun" },
] as const;

/** Choices and reports: they require nothing of the response. */
const NOT_REQUIRED = words(`
  you may | you can | you could | you might | feel free to | you are free to | you are welcome to |
  you are allowed to | it is fine to | it is optional to | if you like, | if possible, | when it helps, |
  perhaps | maybe | possibly | consider whether to | decide whether to | say how to | explain when to |
  tell me why people | explain why poets | describe how to | ask somebody to | teach children to |
  imagine they | write about people who | think about why we | list reasons to |
  remember how she used to | preferably
`);

const JOINTS = [
  "Write a poem about rain, but ",
  "Write a poem about rain and ",
  "Write a poem; ",
  "Describe rain, ",
];

/** Each phrase behind one of the joints, in turn. */
const joined = (phrases: readonly string[]) =>
  phrases.map((phrase, i) => `${JOINTS[i % JOINTS.length]}${phrase}.`);

/** Instructions that forbid an object somewhere in a sentence. */
export const prohibitionsOf = (object: string): string[] =>
  joined(
    VERBS.flatMap(([verb, gerund]) => [
      ...BEFORE_VERB.map((negation) => `${negation} ${verb} ${object}`),
      ...BEFORE_GERUND.map((negation) => `${negation} ${gerund} ${object}`),
    ]),
  );

/** Instructions that allow an object, or speak of it. */
export const choicesOf = (object: string): string[] =>
  joined(VERBS.flatMap(([verb]) => NOT_REQUIRED.map((opening) => `${opening} ${verb} ${object}`)));
