import { type Cursor, words } from "./cursor";
import { withinClause } from "./subject";

/* Words around a requirement: they introduce it, or name its source. */

export const ADVERBS = [
  ...words(`
    strictly | actually | correctly | successfully | explicitly | indeed | also | clearly | properly |
    fully | accurately | precisely | consistently | specifically | always | truly | entirely |
    completely | all | really | effectively | exclusively | overall | itself | immediately | ultimately |
    both
  `),
];
export const MODALS = [
  ...words(`
    should | must | shall | will | needs to | need to | has to | have to | is to | can | be | is | are |
    does | do | did | was | were | been | to | supposed to | required to | ought to | that
  `),
];
export const FRONT = [
  ...words(`
    does | do | did | is | are | was | were | has | have | can | will | should | must | make sure that |
    make sure | ensure that | ensure | please | please ensure that | please make sure that | check that |
    check whether | check if | verify that | whether | remember to | be sure to | be sure that |
    note that | importantly , | additionally , | also , | finally , | and | but | kindly | you must |
    you should | do you | is it true that | is it the case that | in your response , |
    in your entire response , | in the entire response , | throughout your response , |
    throughout the response , | in your entire reply , | in your reply , | in the response , |
    in your answer , | in the answer , | in the output , | in your output , | for your response , |
    try to | to | note : | be careful | take care | i want you to | i would like you to | i need you to | be careful to
  `),
];

export function skipNumbering(cursor: Cursor): void {
  cursor.try(() => (cursor.number() !== null && cursor.take(".", ")") ? true : null));
  cursor.skip("-", "*", "•");
}

/** True if only phrases that name the requirement's source are left. */
export function atEnd(cursor: Cursor): boolean {
  for (let before = -1; before !== cursor.at; ) {
    before = cursor.at;
    tail(cursor);
  }
  return cursor.done;
}

const SOURCES = [
  ...words(`
    as per | as required by | as requested in | as specified in | in accordance with | in line with |
    in compliance with | adhering to | in response to | as instructed by | per | according to |
    following | as requested by | as stated in | as specified by | as mentioned in | as described in |
    as outlined in | as stipulated in | as stipulated by | as instructed in | consistent with |
    complying with | in adherence to | in adherence with | as asked in | as asked by | as dictated by |
    as directed by | thereby adhering to | thus adhering to | to meet | to satisfy | to comply with |
    meeting | satisfying | as indicated in | as the | as defined in | as demanded by | to fulfill |
    fulfilling | as set by | as set in | as laid out in | as given in | as prescribed in |
    as prescribed by | based on
  `),
];
const SOURCE_WORDS = new Set(
  "the a user's user users primary main given first specific instruction instructions prompt requirement requirements priority task constraint constraints of by in user's request guidelines guideline original and with specified stated requested required above instructed requests set its second provided secondary question asks asked for specifies".split(
    " ",
  ),
);
const SOURCE_ENDS = new Set(
  "instruction instructions prompt requirement requirements priority task constraint constraints request guidelines guideline requested specified instructed required stated user asked above question specifies asks requests provided".split(
    " ",
  ),
);
const SIMPLE_TAILS = [
  ...words(`
    as instructed | as requested | as required | as specified | as asked | as stated | as directed |
    as indicated | as mentioned | as needed | as described | as stipulated | as expected | in total |
    in length | at all | entirely | completely | in its entirety | in their entirety | in its response |
    throughout | throughout the entire response | or not | total | long | overall | anywhere |
    at any point | exactly as requested | please | correctly | successfully | accurately | properly |
    explicitly | at any time
  `),
];

function tail(cursor: Cursor): void {
  cursor.skip("?", ".", "!", ",", ";");
  if (withinClause(cursor)) return;
  const sourced = cursor.try(() => {
    if (!cursor.take(...SOURCES)) return null;
    let last = "";
    while (SOURCE_WORDS.has(cursor.word())) {
      last = cursor.word();
      cursor.at++;
    }
    return SOURCE_ENDS.has(last) ? true : null;
  });
  if (sourced) return;
  cursor.take(...SIMPLE_TAILS);
}
