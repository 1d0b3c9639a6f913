/** Explanations of each number of a report, for readers who see it for the first time. */
export const TIPS = {
  alpha:
    "Krippendorff’s α: agreement beyond chance; for several items, of all their values pooled plainly. 1 is perfect, 0 is what shuffled ratings would score, below 0 is systematic disagreement. From 0.8 on, conclusions are usually called reliable; between 0.667 and 0.8, tentative.",
  medianAlpha:
    "For a row about several items: their median α, and the lowest and highest. Items with fewer than two comparable units are left out.",
  stratified:
    "Krippendorff’s α of several items with expected disagreement taken within each item. Pooled plainly, raters seem to agree as soon as items differ in the values they get.",
  interval:
    "Bootstrap interval: whole tasks are drawn again and again with replacement (the table says how often), and 95 % of the values, or the confidence chosen, lie between these two. It is wide with few tasks; from fewer than 30 it is marked (†), because it is too narrow, and with fewer than five there is none.",
  percent:
    "How often two raters of the same unit give the same value, averaged over units. It is high by itself when one value is given nearly always.",
  ac1: "Gwet’s AC1: agreement beyond chance that stays steady when one value is given nearly always, where α drops. It ignores how far apart two values are, and needs a scale with a list of values.",
  weightedPercent:
    "Percent agreement with credit for near misses: at the ordinal level by the ranks between two values, at the interval level by their squared distance. It needs a scale with a list of values.",
  ac2: "Gwet’s AC2: AC1 with credit for near misses, at the level of the row: at the ordinal level by the ranks between two values (Gwet’s ordinal weights), at the interval level by their squared distance.",
  prevalence:
    "How often each value was given. When nearly all ratings are the same value, α says little: read AC1 and percent agreement beside it.",
  units: "What raters are compared on: one item of one response. Only units with at least two ratings count.",
  pairable: "Ratings on units that at least two raters rated.",
  level:
    "The meaning of a difference between two values. Nominal: same or not. Ordinal: how many ranks apart. Interval: how far apart as numbers.",
  exposure:
    "Whether a draft could have influenced the raters. Independent: no draft was shown, or the value is from before it was shown. Draft shown: the value was given with the draft in view, so agreement may be shared anchoring.",
  raters: "People alone, or people together with each LLM as one more rater on the units people judged.",
  pearson:
    "Pearson’s r: how well a straight line connects the LLM’s values with those of people together: their mean on points, their majority in words (yes 1, no 0).",
  spearman: "Spearman’s ρ: whether the LLM and people put units in the same order.",
  kendall:
    "Kendall’s τ-b: the share of pairs of units in the same order minus the share in the opposite order.",
  meanDifference:
    "The LLM’s value minus the people’s mean on points, or minus their majority in words, averaged over units. For answers yes is 1 and no is 0, so above 0 the LLM is more lenient. For preferences A is 1, a tie 0 and B -1, or the points that were given.",
  compared: "Units with a value of the LLM and of people together. n/a is left out, and so are ties.",
  ties: "Units on which two values were given equally often. They have no majority and are left out.",
  lines: "Every explanation line that a person decided on or added.",
  scoreLines: "The one line of each draft that states its value.",
  evidenceLines: "The lines after the score line, which argue for the value, and lines that people added.",
  items: "Whole questions or criteria of a drafted rubric.",
  values: "The final value against the drafted one, among raters who saw the draft or may have seen it.",
  weightedPassRate:
    "Like the pass rate, weighted by the points of each question: the points reached as a share of the points possible, per response. A question with negative points describes a fault and subtracts them when answered yes; no response falls below 0.",
  leftShare:
    "Of the preferences for one side, the share for the response on the left. With sides drawn at random, people who look only at the responses reach one half; an interval without one half shows a habit.",
  sideTies: "Preferences for neither response: they count for no side.",
  sidesKnown: "Preferences for which the sides of the responses are recorded.",
  positionSeconds:
    "The median time of a judgement at this stage of the sessions: active work, or all the time that passed where active work was not measured.",
  positionAccepted:
    "Of the drafted values that people had in view at this stage, the share that were also their final values.",
  setAlpha:
    "Krippendorff’s α of whole sets of labels by their MASI distance: the more labels two sets have in common, the less they disagree (Passonneau 2006). Only for all labels of a unit together, where several may be given.",
  labelShare: "Of the sets of labels given in this arm, the share that contain this label.",
  answerShare: "Of the answers to this question in this arm, the share that chose this one.",
  passRate:
    "Yes answers among those given, averaged over responses, so that each response counts the same. n/a is left out.",
  drfr: "Decomposed requirements following ratio: yes answers among all answers, so that each question counts the same. n/a is left out.",
  answered: "Questions answered yes or no.",
  scope:
    "What the row is about: all items together, one item, a category of items, an overall score, or a preference.",
  llm: "The model. Each model and method is a rater of its own.",
  condition:
    "The differences between drafts of the same model and method: version and parameters, prompt, or origin of the rubric. Each condition is a rater of its own.",
  subset: "All units, those of one item, those of tasks with one tag, or the unweighted mean over tags.",
  goldAccuracy:
    "Share of units with the right value. Strict: unreadable verdicts are wrong, and so is a tie where one side is right. For pairs asked in both orders, the mean of both.",
  accuracyTiesHalf: "The same, with a tie counted as one half where one side is right.",
  accuracyBoth: "Share of pairs that are right in both orders, of the pairs asked in both.",
  positionalAgreement:
    "Share of pairs with the same verdict whichever response came first. Two unreadable verdicts do not agree.",
  hedging: "Share of ties among readable verdicts.",
  unparsed: "Share of unreadable verdicts.",
  f1Macro: "The unweighted mean of the F1 of every value that occurs.",
  tpr: "True positive rate: of the units whose right answer is yes, the share answered yes.",
  tnr: "True negative rate: of the units whose right answer is no, the share answered no.",
  kappa: "Cohen’s κ with the right values, over readable verdicts; for points weighted by squared distance.",
  goldAlpha: "Krippendorff’s α with the right values, over readable verdicts: nominal, for points ordinal.",
  mae: "Mean absolute error: the mean distance from the right value, in points.",
  rmse: "Root mean squared error: as the mean absolute error, but large misses weigh more.",
  spread:
    "Where a unit was drafted several times: the standard deviation of numbers, or the share of words other than the majority’s; the mean over units.",
  goldUnits: "Units with a right value on which the rater was asked, unreadable verdicts included.",
  goldExposed: "Of these, judged with a draft in view.",
  pairsLeftOut:
    "Pairs of raters with fewer than ten units in common, where other pairs have more. They are in none of these numbers.",
  fromPerson:
    "The mean distance from one person: for a model from each person, for people from each other. Compare models with people by this, because a comparison with people together favours the model.",
  unreadVerdicts:
    "Comparisons without a readable verdict of the model, or with divided orders or samples. They are left out of the distances.",
  unreadUnits:
    "Units judged by people on which the rater was asked but gave no readable value, or its samples were divided. They are in none of these numbers.",
  pHolm:
    "The same, corrected for all contrasts that were tested (Holm), because some of many are small by chance.",
  held: "A model, the rules, or people together. Each model and method is a rater of its own.",
  scores:
    "Whose scores are held against those of people without a draft: the model’s, or those of people who had the model’s draft in view.",
  method: "How the model or the rules arrived at the value; empty where it was not recorded, and for people.",
  rater: "People by their pseudonym, models and rules by their name.",
  kind: "Whether the rater is a person, a model, the rule engine, or gold.",
  responseModel: "The model that wrote the responses; “all” for every response, written by people or models.",
  responses: "Responses with an answer.",
  raterCount: "Raters with at least one rating.",
  clusters: "Tasks the units belong to: what the interval draws. Fewer than five give no interval.",
  na: "Ratings with the value n/a. Every statistic treats them as missing.",
  adjudicated:
    "Units that an adjudicator decided after seeing the votes. These decisions are in no statistic.",
  confusion: "Judgements by people of units for which the LLM has a value, n/a included.",
  drafted: "What was drafted: lines of an explanation, or whole items of a rubric.",
  decided: "Decisions by people on drafts, and their additions.",
  shared: "Units both raters rated.",
  rest: "Pearson’s r with the mean of the other people. Models and rules are compared with the same others: all people but one, in turn, averaged. The correlation of people is the ceiling.",
  restAgreement: "The mean share of the other people who gave the same value.",
  without:
    "Krippendorff’s α among people when this person is left out; in the first row, among all of them. A clear rise points to a person who judges differently. It does not say who is right.",
  alphaError:
    "Standard error of α over raters, by jackknife: how much it would vary with other raters like these. For several items it is that of their plain pool. Intervals draw other tasks and keep the raters, so this error is shown beside them and is not part of them.",
  otherRaters:
    "The interval of α for other raters on the same tasks: Student’s t of the jackknife error over raters. With three or four raters it is wide.",
  otherRatersAndTasks:
    "The interval of α for other raters on other tasks: raters and tasks both taken as drawn from many. The usual interval takes the raters as fixed, and describes the same raters on other tasks.",
  averaged: "People whose r is averaged, each weighted by the units they rated together with others.",
  leftOut:
    "People with fewer than ten units rated together with others: on two units r is 1 or −1 by construction.",
  draftSeen:
    "Values that people gave with this rater’s own draft in view. A rater with any such values is ranked neither among people nor among raters whose draft no person saw.",
  restUnits: "Units rated together with another person.",
  detection:
    "Of errors put into drafts on purpose and shown, the share that was not followed. For labels, the share whose wrong label was corrected.",
  falseAlarm:
    "Of drafts shown unchanged, the share that was still overruled. A draft can be wrong on its own, so not every one is an error of the annotator.",
  plantedKind:
    "A drafted value shown as another one, or the other response as the better one; an item of another task among the drafted ones; a wrong label among the drafted ones, or one missing.",
  plantedBy: "All annotators together, one arm, or one annotator.",
  contrastBy: "Two arms of the batch, or values given with a draft in view and independent ones.",
  contrastOf:
    "The mean value (yes 1, no 0), Krippendorff’s α among people, or the share of values that equal the draft’s.",
  difference:
    "First minus second. Its interval draws both from the same tasks, so effects they have in common cancel out.",
  p: "How often the difference would be at least as large, in either direction, if drafts made no difference: sides are exchanged at random, task by task. It tests each row alone; with many rows some are small by chance.",
  contrastValues: "Values that people gave, n/a left out.",
  origin:
    "The source of the drafts in the row: models, or the rules. The two are never pooled, because rules state only what can be checked.",
  onDraft:
    "Of the pairs of people who agree on a unit, the share that agrees on the drafted value. If it is near 100 % with the draft in view and clearly less without it, agreement is shared anchoring.",
  expectedShare:
    "The share on the drafted value to expect of answers that are independent of each other, with every value as frequent as it is under such drafts. Only a share above it shows that people follow drafts together.",
  agreeing: "Pairs of people who gave a unit the same value.",
  pairs: "Pairs of people who judged the same unit with a drafted value.",
  draftShare: "The share of people’s values that equal the drafted one.",
  draftValues: "Values that people gave for units with a drafted value, n/a left out.",
  equalled: "People’s own values that already equalled the draft’s.",
  switchRate:
    "Of own values that differed from the draft, the share that became the draft’s once it was revealed.",
  changeRate: "Of own values that differed from the draft, the share that changed in any direction.",
  weightOfAdvice:
    "How far people moved towards the draft, averaged over values that differed from it: 0 means no change, 1 that they took the draft’s value. Moves beyond either end count as that end.",
  leaveRate: "Of own values that already equalled the draft’s, the share given up once it was revealed.",
  differed: "People’s own values that differed from the draft they saw next.",
  beyond: "Values that moved away from the draft, or past it.",
  stance:
    "Correction: the draft differs from the majority without drafts, and the person gives the majority’s value. Scrutiny: the draft differs likewise, and the person does not follow it. Subjectivity: the draft equals the majority’s value, and the person does not follow it. Outlier: the draft equals the majority’s value, and the person follows it, but differed without it.",
  qualified: "Values given with the draft in view that could have shown this stance.",
  explained:
    "Values with lines in the rater’s own words, written where no draft was shown. They are not decisions on a draft and are not counted among those.",
  explainable:
    "Values given without a draft in view: final ones, and those given before the draft was shown.",
  explanationWords: "The mean number of words of an explanation, all its lines together.",
  bulk: "Accepted at once together with everything else that was undecided in the same draft, where the batch allowed that. This is possible only after the time that reading the draft takes. These decisions are also counted among the accepted ones.",
  reasonCode:
    "The code of the reason given; empty without a reason, “other” for a reason in words without a code.",
  reasonShare: "Of all decisions of this kind.",
  survivalPeople: "People who decided on the item, each by their first decision.",
  kept: "The share of people who accepted the item, unchanged or revised.",
  shares: "The share of all lines or items decided on or added; the four shares add up to 1.",
  arm: "The variant of the protocol that people worked with.",
  position:
    "The position of these responses in a person’s session. Which people meet at a stage changes agreement by itself, so compare it with the agreement of the same pairs of people over the whole session.",
  expectedAgreement:
    "The share of agreeing pairs, over the whole session, of the pairs of people who met at this stage. Agreement below it points to tiredness, above it to learning; a rise in both comes from which people met.",
  strict:
    "The share of questions answered as the majority of people does; a question without a usable answer counts as wrong.",
  lenient: "The same, without questions that have no usable answer.",
  leftToRules:
    "Questions that the run did not ask, because a program proves the answer. They are in no other number of the row.",
  undecided: "Questions that the LLM was asked without a usable answer: an unreadable answer, or n/a.",
  asked: "Questions with a majority among people that the LLM was asked.",
  pld0: "The share of comparisons with the same preference on both sides.",
  pld1: "The share of comparisons in which one side sees a tie and the other does not.",
  pld2: "The share of comparisons with opposite preferences.",
  wpld: "The mean distance of preferences, PLD-1 + 2 PLD-2: 0 is the same everywhere, 2 the opposite.",
  comparisons: "Pairs of responses with a preference on both sides.",
  divided: "Comparisons on which people who chose in words have no majority. They are left out.",
  pairing:
    "Who is paired: an LLM with each person, each person with the draft in view with each other person without it, or people without drafts with each other.",
  meanR: "The mean of Pearson’s r over all such pairs of raters, on the units that both valued.",
  pairsOfRaters: "Pairs of raters with a correlation.",
  undefinedPairs: "Pairs of raters without one: too few units in common, or one side never varies.",
  distribution: "How often each value was given.",
  meanValue: "The mean of the values, n/a left out; only on scales of points.",
  sd: "The standard deviation of the values, of a population.",
  valuesGiven: "Values given, n/a included.",
  advantage:
    "The probability that the LLM is at least as close to the other people as the person it replaces, averaged over people. Only values given without a draft in view count.",
  winningRate:
    "The share of people the LLM may replace: it does at least as well as they do, allowing for a cost of 0.15, at a false discovery rate of 5 %. From 0.5 on, an LLM is usually taken to be a justified alternative.",
  replaced: "People with whom the LLM was compared: those with at least 30 units in common with others.",
  replacedUnits:
    "Units with a value of the LLM that one of these people and another person rated without a draft in view; where there is no test, that any two people did.",
  grouping: "The property by which the decisions are divided.",
  group:
    "One family, criterion, method, policy, model or group of responses. A task with several families counts in each.",
  edited: "Of all decisions on drafts for this criterion, the share that revised or removed the draft.",
  editedCount: "Decisions that revised or removed the draft.",
  examples: "Up to three texts that people wrote instead.",
  rubrics: "Drafted checklists, or lists of criteria.",
  draftedItems: "Items of all of these rubrics.",
  lengthSd: "The standard deviation of their numbers of items, of a population.",
  draftedLength: "Items of a drafted rubric, on average.",
  shortest: "The fewest items of one rubric.",
  longest: "The most items of one rubric.",
  reviews: "People who went through such a rubric, each counted per rubric.",
  final: "Items of a rubric after a person’s decisions, without removed and with added ones.",
  wordKind: "Verbs open an instruction; nouns are their objects. Found without a parser, in English.",
  word: "A verb or noun of instructions.",
  wordTasks: "Tasks whose instruction uses it in this way.",
  wordCriteria: "The most frequent criteria of these tasks, each with its number of tasks.",
  reading:
    "Of drafts taken over unchanged, the share that took less time than reading their explanation takes at 400 words a minute, which is faster than people read with understanding.",
  takenOver: "Judgements with the draft in view that kept its value and every line of it, with a known time.",
  readingTime:
    "The median time: active work, or all the time that passed where active work was not measured.",
  draftWords: "The median number of words of the drafts’ explanations.",
  judgements: "Judgements this person gave, every unit once.",
  ownDecisions: "Decisions on the items of drafted rubrics, and items added to them.",
  ownLabels: "Sets of labels given to tasks and items.",
  activeHours: "Active work on judgements, without pauses. Only where it was measured.",
  perHour:
    "Judgements in an hour of work: active work, or all the time that passed where active work was not measured; overlapping intervals count once.",
  medianSeconds:
    "Half of the judgements took less time than this: active work, or all the time that passed where active work was not measured.",
  timed: "Judgements with a known time.",
  agreementOthers:
    "Of the other people who judged the same unit, the share that gave the same value, averaged over units, whatever they had seen.",
  drift:
    "Agreement with the others in the later half of this person’s work minus that in the earlier half. Below 0 it fell.",
  comparedWith: "Judgements of units that another person judged too, n/a left out.",
  golds:
    "This person’s values, preferences and labels of units with gold, on checks and elsewhere. Training and exams are left out.",
  goldShare:
    "The share of them that equal gold: for preferences the same side, regardless of how much better; for labels all the same.",
  goldDistance: "The mean distance of scores from gold; for scores only.",
  goldShared:
    "Of the labels given or expected, the share that was both given and expected, averaged over sets; empty without labels.",
  judgementsOnScale: "Judgements on the scale this person used most.",
  topShare:
    "How often this person gave the value they gave most, on the scale they used most. High shares are fine where the others agree.",
  othersShare: "How often the others gave that value to the same units.",
  longestRun:
    "The most judgements in a row, by time, with the same value on the same scale. For preferences a value is a response, not a side.",
  unread:
    "Of drafts that this person took over unchanged, the share taken over faster than they can be read.",
  looks:
    "Reasons to look at this person’s work, with the numbers behind them. They are never a verdict: unusual work can be the best.",
  category: "The category of the questions; empty for all of them.",
} as const;
