import type { ReasonCode } from "@/lib/review/schema/codes";
import type { Answer } from "./study";

/**
 * Known errors in the sample study, hand-written: wrong drafted values with reasons, bad drafted questions,
 * and missing ones. The simulated annotators use it; it is neither shown as is nor imported with the study.
 */

/** Correction of a wrong drafted value: the right one, a sentence with it, and the reason code. */
export interface Correction {
  value: Answer;
  because: string;
  code: ReasonCode;
}

/** By draft. Drafts not listed are right. */
export const corrections: Record<string, Correction> = {
  "t01-alder-3": { value: "no", because: "Only 21 May is offered; 4 June is missing.", code: "wrong-fact" },
  "t01-alder-following": {
    value: 2,
    because: "Three of the five requests are missed: the length, the single apology and the second date.",
    code: "too-lenient",
  },
  "t01-birch-usefulness": {
    value: 5,
    because: "It can be sent as it stands; being direct makes it easy for Ms Okafor to answer.",
    code: "too-harsh",
  },
  "t02-alder-2": {
    value: "no",
    because: "All three bullets have more than 20 words; the first has 22.",
    code: "wrong-fact",
  },
  "t02-alder-correctness": {
    value: 2,
    because:
      "Two statements are false: the survey asked members, not residents, and the council has not decided yet.",
    code: "too-lenient",
  },
  "t02-birch-overall": {
    value: 4,
    because: "Faithful and tidy, but the council's decision in March is missing.",
    code: "too-lenient",
  },
  "t03-alder-2": {
    value: "no",
    because: "intervals.sort() reorders the caller's list before anything else happens.",
    code: "wrong-fact",
  },
  "t03-alder-4": {
    value: "no",
    because: "The second assertion fails: the code returns [(1, 3), (3, 5)].",
    code: "wrong-fact",
  },
  "t03-alder-usefulness": {
    value: 2,
    because: "Pasted as it is, the file stops with an AssertionError.",
    code: "too-lenient",
  },
  "t04-alder-4": {
    value: "no",
    because: "Dividing by the integer 100 cuts off the cents, so there are no decimals.",
    code: "wrong-fact",
  },
  "t04-birch-3": {
    value: "no",
    because:
      "'2025-12-31' means midnight at the start of that day, so nearly all orders of 31 December are lost.",
    code: "wrong-fact",
  },
  "t04-birch-correctness": {
    value: 4,
    because: "Everything is right except for the last day of the year, which the upper bound cuts off.",
    code: "too-lenient",
  },
  "t05-alder-4": { value: "no", because: '"molecules" occurs twice.', code: "wrong-fact" },
  "t05-alder-correctness": {
    value: 2,
    because: "The conclusion is backwards: ice does not float because it is heavier.",
    code: "wrong-fact",
  },
  "t05-birch-following": {
    value: 4,
    because: "The toy boat is a passing remark; all other conditions are met.",
    code: "too-harsh",
  },
  "t06-alder-5": {
    value: "no",
    because: '"Rezept" is a recipe or a prescription; a receipt is a Kassenbon or Kaufbeleg.',
    code: "wrong-fact",
  },
  "t06-alder-usefulness": {
    value: 1,
    because: "The customer would come on the wrong day, with the wrong paper; it cannot be sent.",
    code: "too-lenient",
  },
  "t07-alder-3": {
    value: "no",
    because: "These are the costs of one way; the return trip is not counted.",
    code: "wrong-fact",
  },
  "t07-alder-correctness": {
    value: 2,
    because: "Four of six numbers are wrong: all the costs and the time of the car.",
    code: "too-lenient",
  },
  "t08-alder-2": {
    value: "no",
    because: "There is a comma after the last element of `items`, which JSON does not allow.",
    code: "wrong-fact",
  },
  "t08-alder-usefulness": {
    value: 2,
    because: "The trailing comma stops every strict parser, and the total is wrong.",
    code: "wrong-fact",
  },
  "t09-alder-correctness": {
    value: 2,
    because: "The lower limit is added instead of subtracted, so the result is wrong.",
    code: "wrong-fact",
  },
  "t09-alder-usefulness": {
    value: 2,
    because: "A student would copy a wrong result without noticing.",
    code: "too-lenient",
  },
  "t10-alder-clarity": {
    value: 4,
    because: "Clear, although the last sentence says little.",
    code: "too-lenient",
  },
  "t10-birch-usefulness": {
    value: 4,
    because: "Two details to check with the maker, otherwise ready to print.",
    code: "too-harsh",
  },
  "t11-alder-2": {
    value: "no",
    because: "A telephone on the wall of a remote lighthouse is doubtful, and a radio did not exist in 1890.",
    code: "wrong-fact",
  },
  "t11-alder-overall": {
    value: 3,
    because: "The voice carries the scene; the radio is one slip, not a ruin.",
    code: "too-harsh",
  },
  "t12-alder-2": { value: "no", because: "الحادية عشرة is eleven o'clock, not ten.", code: "wrong-fact" },
  "t12-alder-correctness": {
    value: 2,
    because: "The hour is wrong, and the olive trees and the tea are invented.",
    code: "too-lenient",
  },
  "t13-alder-3": {
    value: "no",
    because: 'Those are lines 3 and 5; "trees" and "wind" do not rhyme.',
    code: "wrong-fact",
  },
  "t13-alder-overall": {
    value: 3,
    because: "Two of the three formal conditions are missed.",
    code: "too-lenient",
  },
  "t13-birch-usefulness": {
    value: 5,
    because: "An extra rhyme is no fault; the poem can be used as it is.",
    code: "too-harsh",
  },
  "t14-alder-3": {
    value: "no",
    because: "The landlord is to be called on 13 January and the hotel booked by the 26th.",
    code: "wrong-fact",
  },
  "t14-alder-usefulness": {
    value: 2,
    because: "Booking a hotel on the day of the fair would be too late.",
    code: "too-lenient",
  },
  "t15-alder-2": { value: "no", because: "The second question has 14 words.", code: "wrong-fact" },
  "t15-alder-overall": {
    value: 3,
    because: "Useful, but every one of the four limits is missed.",
    code: "too-lenient",
  },
  "t16-alder-2": {
    value: "no",
    because: "It voices a doubt but does not refuse, so there is no reason for a refusal.",
    code: "wrong-fact",
  },
  "t16-alder-correctness": {
    value: 1,
    because: "It calls a working fraud message harmless, which is false.",
    code: "wrong-fact",
  },
  "t16-birch-following": {
    value: 4,
    because: "Refusing is right here, and the wish behind the request, a joke for the grandmother, is met.",
    code: "too-harsh",
  },
  "t17-alder-2": {
    value: "no",
    because: "30 + 20 + 24 + 8 is 82; the plan says 72, and the total repeats the mistake.",
    code: "wrong-fact",
  },
  "t17-alder-usefulness": {
    value: 2,
    because: "The family would overspend by 30 € and have a tired child by three.",
    code: "too-lenient",
  },
  "t18-alder-5": {
    value: "no",
    because: "90 minutes is for one pan; with two pans it takes 45.",
    code: "wrong-fact",
  },
  "t18-birch-2": {
    value: "no",
    because: "2.5 × 260 ml is 650 ml; the table says 600 ml.",
    code: "wrong-fact",
  },
  "t18-birch-correctness": { value: 4, because: "The milk is 50 ml short.", code: "wrong-fact" },
  "t19-alder-2": {
    value: "no",
    because: "Nothing is thrown: reading past the end gives undefined, and the sum becomes NaN.",
    code: "wrong-fact",
  },
  "t19-birch-usefulness": {
    value: 5,
    because: "The request was to change nothing else, so the loop has to stay.",
    code: "too-harsh",
  },
  "t20-alder-3": {
    value: "no",
    because: '"so he takes seat 4" does not follow; seat 1 is an end as well.',
    code: "wrong-fact",
  },
  "t20-alder-correctness": {
    value: 3,
    because: "The order is right, but one step is a guess and the wrong clue is named.",
    code: "too-lenient",
  },
  "t21-alder-1": {
    value: "no",
    because: "Within 14 days of the end can mean afterwards; the clause demands 14 days before.",
    code: "wrong-fact",
  },
  "t21-alder-usefulness": {
    value: 2,
    because: "A tenant who relies on it may miss the deadline and expect too much money.",
    code: "too-lenient",
  },
  "t21-birch-overall": {
    value: 5,
    because: "The informal tone is what plain language asks for; nothing is missing.",
    code: "too-harsh",
  },
  "t22-alder-correctness": {
    value: 2,
    because: "Two of five labels are wrong, both for the same shallow reason.",
    code: "too-lenient",
  },
  "t22-alder-clarity": {
    value: 4,
    because: "Easy to read, though the third column was not wanted.",
    code: "too-lenient",
  },
  "t22-birch-5": {
    value: "no",
    because: "Review 4 is labelled mixed, although it contains no praise.",
    code: "wrong-fact",
  },
  "t23-alder-5": {
    value: "no",
    because: "The last sentence says that the advantages clearly outweigh the drawbacks.",
    code: "wrong-fact",
  },
  "t23-alder-usefulness": {
    value: 2,
    because: "For a fair introduction it is of no use: five points against one, and a verdict.",
    code: "too-lenient",
  },
  "t23-birch-1": {
    value: "yes",
    because: "The free day is the one argument; its effects on pupils and teachers belong to it.",
    code: "too-harsh",
  },
  "t24-alder-2": {
    value: "no",
    because: "The denominator leaves out the ill people who test positive.",
    code: "wrong-fact",
  },
  "t24-alder-usefulness": {
    value: 1,
    because: "The figure is wrong and the explanation cannot be followed; it would only worry the person.",
    code: "too-lenient",
  },
};

/** Treatment of a bad drafted question: revise it if the idea is sound, else remove it. */
export type Flaw =
  | { action: "revise"; text: string; reason: { code: ReasonCode; note: string } }
  | { action: "remove"; reason: { code: ReasonCode; note: string } };

/** By checklist item. Items not listed are fine. */
export const flaws: Record<string, Flaw> = {
  "t01.6": {
    action: "revise",
    text: "Is the tone polite enough for a formal invitation from someone the writer does not know well?",
    reason: {
      code: "ambiguous",
      note: "Two people can answer this differently without disagreeing about the email.",
    },
  },
  "t02.6": {
    action: "remove",
    reason: { code: "duplicate", note: "Asks the same as the question about opinions." },
  },
  "t03.6": {
    action: "remove",
    reason: { code: "not-required", note: "The instruction does not ask for annotations." },
  },
  "t04.6": {
    action: "revise",
    text: "Can the condition on placed_at use an index, that is, is the column compared without a function around it?",
    reason: { code: "not-verifiable", note: "Nobody can tell from the text how fast a query runs." },
  },
  "t05.5": {
    action: "revise",
    text: "Are all words in the answer familiar to a six-year-old?",
    reason: { code: "not-verifiable", note: "Only a child could tell; familiar words can be checked." },
  },
  "t06.6": {
    action: "remove",
    reason: { code: "duplicate", note: "The other questions already check the facts one by one." },
  },
  "t07.6": { action: "remove", reason: { code: "not-required", note: "Alignment was not asked for." } },
  "t08.6": {
    action: "revise",
    text: "Are the amounts and prices given as numbers and not as strings?",
    reason: { code: "ambiguous", note: "It is unclear whether this is about values or about types." },
  },
  "t09.6": {
    action: "remove",
    reason: { code: "not-required", note: "A check is welcome, but nobody asked for one." },
  },
  "t10.6": {
    action: "revise",
    text: "Does the description name at least one benefit for the reader besides the technical data?",
    reason: { code: "not-verifiable", note: "A matter of taste; a named benefit can be checked." },
  },
  "t10.7": { action: "remove", reason: { code: "duplicate", note: "Same as the first question." } },
  "t11.6": {
    action: "revise",
    text: "Does the keeper react the way a person in 1890 would to the request for a phone?",
    reason: { code: "ambiguous", note: "Realistic could mean the story, the voice or the century." },
  },
  "t12.6": {
    action: "remove",
    reason: { code: "not-required", note: "The instruction names no kind of tree." },
  },
  "t13.6": {
    action: "revise",
    text: "Does the poem contain at least one image that goes beyond describing a river literally?",
    reason: { code: "not-verifiable", note: "Beauty is not a yes or no." },
  },
  "t15.5": {
    action: "revise",
    text: "Would every answer matter for the decision to rent the flat?",
    reason: { code: "ambiguous", note: "Helpful to whom, and for what?" },
  },
  "t15.6": { action: "remove", reason: { code: "duplicate", note: "Already part of the first question." } },
  "t16.5": {
    action: "remove",
    reason: { code: "not-required", note: "A refusal needs no legal reference." },
  },
  "t17.6": {
    action: "revise",
    text: "Is there something for a small child to do on each day, such as a playground or animals?",
    reason: { code: "ambiguous", note: "Three questions in one, and none of them can be checked." },
  },
  "t18.6": { action: "remove", reason: { code: "not-required", note: "Nobody asked for a shopping list." } },
  "t19.6": {
    action: "remove",
    reason: { code: "not-required", note: "The instruction says to change nothing else." },
  },
  "t20.5": {
    action: "remove",
    reason: { code: "not-required", note: "Trivial and not part of the question." },
  },
  "t21.5": {
    action: "revise",
    text: 'Is the text free of legal terms such as "lessor" or "deemed terminated"?',
    reason: { code: "ambiguous", note: "Plain for whom? Legal terms can be looked for." },
  },
  "t22.6": {
    action: "revise",
    text: "Is every label one of positive, negative and mixed?",
    reason: {
      code: "ambiguous",
      note: "It is unclear whether the spelling or the choice of the labels is meant.",
    },
  },
  "t23.6": {
    action: "remove",
    reason: { code: "duplicate", note: "Covered by the questions about length and opinion." },
  },
  "t24.4": {
    action: "revise",
    text: 'Is the last sentence free of technical terms such as "posterior" or "likelihood"?',
    reason: { code: "ambiguous", note: "Well is not defined; technical terms can be looked for." },
  },
};

/** By task: questions missing in the drafted checklist. */
export const additions: Record<string, string[]> = {
  t01: [
    "Does the email give the prior commitment as the reason for declining?",
    "Is the email free of details that the instruction does not mention?",
  ],
  t02: [
    "Is every statement in the summary supported by the article?",
    "Does the summary mention that the council will decide in March about the fire station?",
  ],
  t03: ["Is the returned list sorted by the start of the intervals?"],
  t04: ["Are customers who share a name kept apart, for instance by grouping by their id?"],
  t05: ["Is the answer free of false statements about ice or water?"],
  t06: ["Is everything in the translation also in the original message?"],
  t07: ["Does each row name the trouble given for that option in the notes?"],
  t08: ["Is the date of delivery written as 2026-03-09?"],
  t09: ["Is every step of the calculation shown?"],
  t10: ["Does the description name the product, Mola?"],
  t11: ["Does the keeper offer the stranded guest some help against the cold?"],
  t12: [
    "Is the tone of the message inviting?",
    "Is the message free of promises that the instruction does not contain?",
  ],
  t13: ["Do the five lines belong together, as one scene or one thought?"],
  t14: ["Is the discussion about the logo left out?"],
  t15: ["Does at least one question ask about the costs beyond the rent?"],
  t16: ["Is there nothing in the answer that could be copied to defraud someone?"],
  t17: [
    "Are all sights within their opening hours of 10:00 to 18:00?",
    "Does the plan use only sights from the list?",
  ],
  t18: ["Are all amounts easy to measure in a kitchen, as requested?"],
  t19: ["Does the corrected function return the right average for a non-empty array?"],
  t20: ["Is the reasoning shown and not only the result?"],
  t21: ["Does the text say that the contract ends by itself without a notice?"],
  t22: ["Are the clear cases, reviews 1 and 2, labelled positive and mixed?"],
  t23: ["Is the answer free of claims that are made up or far too general?"],
  t24: [
    "Is the result rounded to a whole percent?",
    "Does the answer avoid telling the person that they are ill or healthy for certain?",
  ],
};

/** By draft: evidence that the draft missed, quoting the response. */
export const remarks: Record<string, string> = {
  "t01-birch-usefulness": '"Tell me which suits you" leaves the choice to her, which is polite in itself.',
  "t02-birch-following": '"a week at a time" keeps the first bullet within the limit, at 19 words.',
  "t03-birch-correctness":
    '"Intervals that share even a single point" states the edge case before the code handles it.',
  "t04-birch-correctness": '"group by c.id, c.country, c.name" keeps two customers of the same name apart.',
  "t05-birch-usefulness": '"just as it carries a toy boat" is something to try out in the bath.',
  "t06-alder-correctness": '"Du kannst den Kessel" calls it a boiler; a kitchen kettle is a Wasserkocher.',
  "t09-alder-correctness": '"For the second part:" opens the line in which the sign slips.',
  "t11-alder-clarity": '"I did not keep this light burning for forty years" is the best line of the reply.',
  "t13-birch-usefulness": '"Villages drift by like boats" makes it worth keeping.',
  "t14-birch-usefulness": '"(no date)" reminds the team to ask Bruno when.',
  "t16-alder-usefulness": '"delete the reply" shows that the risk is known.',
  "t17-birch-usefulness": '"which leaves 12 € for ice cream" says what is left to spend.',
  "t20-alder-correctness": '"so he takes seat 4" is assumed and not derived.',
  "t20-birch-usefulness": '"Dov ends up in seat 4 by himself" shows why the clue is superfluous.',
  "t22-alder-usefulness": '"3,positive,the reviewer says Great" misses the irony entirely.',
  "t24-birch-clarity": '"it is more likely that you are healthy" is the sentence one remembers.',
};
