/** Explanations of each number of a report, for readers who see it for the first time. */
export const TIPS = {
  alpha:
    "Krippendorff’s α: agreement beyond chance; of several items, all their values pooled plainly. 1 is perfect, 0 is what shuffled ratings would score, below 0 is systematic disagreement. From 0.8 on, conclusions are usually called reliable; between 0.667 and 0.8, tentative.",
  medianAlpha:
    "Of a row about several items: the α of the item in the middle, and of those that agree least and most. Items with fewer than two comparable units are not among them.",
  stratified:
    "Krippendorff’s α of several items with expected disagreement taken within each item. Pooled plainly, raters seem to agree as soon as items differ in which values they get.",
  interval:
    "Drawn again and again with whole tasks put back (how often is said with the table), 95 % of the values, or as many as were chosen, lie between these two. It is wide when there are few tasks; fewer than 30 are marked (†), because it is too narrow then, and fewer than five have none.",
  percent:
    "Of two raters of the same unit, how often both say the same, averaged over units. It is high by itself when one value is given nearly always.",
  ac1: "Gwet’s AC1: agreement beyond chance that stays steady when one value is given nearly always, where α drops. It ignores how far apart two values are, and needs a scale with a list of values.",
  weightedPercent:
    "Percent agreement with credit for near misses: at the ordinal level by the ranks between two values, at the interval level by their squared distance. It needs a scale with a list of values.",
  ac2: "Gwet’s AC2: AC1 with credit for near misses, at the level of the row: at the ordinal level by the ranks between two values (Gwet’s ordinal weights), at the interval level by their squared distance.",
  prevalence:
    "How often each value was given. When nearly all ratings are the same value, α says little: read AC1 and the percentage beside it.",
  units: "What raters are compared on: one item of one response. Only units with at least two ratings count.",
  pairable: "Ratings on units that at least two raters rated.",
  level:
    "What a difference between two values means. Nominal: same or not. Ordinal: how many ranks apart. Interval: how far apart as numbers.",
  exposure:
    "Whether raters could have been led by a draft. Independent: it was not shown, or the value from before it was. Draft shown: the value was given with the draft in view, so agreement may be shared anchoring.",
  raters: "People alone, or people together with each LLM as one more rater on the units people judged.",
  pearson:
    "Pearson’s r: how well a straight line connects the LLM’s values with what people say together: their mean on points, their majority in words (yes 1, no 0).",
  spearman: "Spearman’s ρ: whether the LLM and people put units in the same order.",
  kendall: "Kendall’s τ-b: the share of pairs of units in the same order less the share in the opposite one.",
  meanDifference:
    "The LLM’s value less the people’s mean on points, less their majority in words, averaged over units. For answers yes is 1 and no is 0: above 0 the LLM is more lenient. For preferences A is 1, a tie 0 and B -1, or the points that were given.",
  compared: "Units with a value of the LLM and of people together. n/a is left out, and so are ties.",
  ties: "Units on which as many people said one thing as another. They have no majority and are left out.",
  lines: "Every explanation line somebody decided on or added.",
  scoreLines: "The one line of each draft that states its value.",
  evidenceLines: "The lines after it, which argue for the value, and those people added.",
  items: "Whole questions or criteria of a drafted rubric.",
  values: "The final value against the drafted one, among raters who saw the draft or may have.",
  weightedPassRate:
    "Like the pass rate, with the points of each question: what was reached of what could be, per response. A question with negative points describes a fault and costs them where it is answered yes; no response falls below 0.",
  leftShare:
    "Of the preferences for one side, those for the response that stood on the left. With sides drawn at random, one half is what people reach who look at the responses alone; an interval that leaves one half out is a habit.",
  sideTies: "Preferences for neither response: they count for no side.",
  sidesKnown: "Preferences of which it is recorded which response stood where.",
  positionSeconds:
    "The median time of a judgement at this stage of the sessions: active work, or all that passed where that was not measured.",
  positionAccepted:
    "Of the drafted values that people had in view at this stage, those they gave themselves in the end.",
  setAlpha:
    "Krippendorff’s α of whole sets of labels by their MASI distance: two sets disagree the less the more labels they have in common (Passonneau 2006). Only on all labels of a unit together, where several may be given.",
  labelShare: "Of the sets of labels given in this arm, those that contain this one.",
  answerShare: "Of the answers to this question in this arm, those that chose this one.",
  passRate:
    "Yes answers among those given, averaged over responses, so that each response counts the same. n/a is left out.",
  drfr: "Decomposed requirements following ratio: yes answers among all answers, so that each question counts the same. n/a is left out.",
  answered: "Questions answered yes or no.",
  scope:
    "What the row is about: all items together, one item, a category of items, an overall score, or a preference.",
  llm: "The model. Each model and method is a rater of its own.",
  condition:
    "What differs between drafts of the same model and method: version and parameters, prompt, or where the rubric came from. Each condition is a rater of its own.",
  subset: "All units, those of one item, those of tasks with one tag, or the unweighted mean over tags.",
  goldAccuracy:
    "Share of units with the right value. Strict: what could not be read is wrong, and so is a tie where a side is right. Of pairs asked in both orders, the mean of both.",
  accuracyTiesHalf: "The same with a tie as one half where a side is right.",
  accuracyBoth: "Share of pairs that are right in both orders, of those asked in both.",
  positionalAgreement:
    "Share of pairs with the same verdict whichever response came first. Two verdicts that could not be read do not agree.",
  hedging: "Share of ties among the verdicts that could be read.",
  unparsed: "Share of verdicts that could not be read.",
  f1Macro: "The unweighted mean of the F1 of every value that occurs.",
  tpr: "True positive rate: of the units whose right answer is yes, the share answered yes.",
  tnr: "True negative rate: of the units whose right answer is no, the share answered no.",
  kappa:
    "Cohen’s κ with the right values, of verdicts that could be read; of points weighted by squared distance.",
  goldAlpha:
    "Krippendorff’s α with the right values, of verdicts that could be read: nominal, of points ordinal.",
  mae: "Mean absolute error: how many points it is off on average.",
  rmse: "Root mean squared error: as the mean absolute error, but large misses weigh more.",
  spread:
    "Where a unit was drafted several times: the standard deviation of numbers, of words the share that is not the majority’s; the mean over units.",
  goldUnits: "Units with a right value that the rater was asked, what could not be read among them.",
  goldExposed: "Of these, judged with a draft in view.",
  pairsLeftOut:
    "Pairs of raters with fewer than ten units in common, where other pairs have more: in none of these numbers.",
  fromPerson:
    "The mean distance from one person: of a model from each person alike, of people from each other. Compare models with people by this; against people together a model has it easier.",
  unreadVerdicts:
    "Comparisons of which the model gave no verdict that could be read, or its orders and samples were divided: left out of the distances.",
  unreadUnits:
    "Units people judged that the rater was asked about and gave no value that could be read, or whose samples were divided: in none of these numbers.",
  pHolm: "The same corrected for all contrasts that were tested (Holm): of many, some are small by chance.",
  held: "A model, the rules, or people together. Each model and method is a rater of its own.",
  method: "How the model or the rules arrived at the value; empty where nobody recorded it, and for people.",
  rater: "People by their pseudonym, models and rules by their name.",
  kind: "Whether the rater is a person, a model, the rule engine, or gold.",
  responseModel: "The model that wrote the responses; “all” for every response, written by people or models.",
  responses: "Responses with an answer.",
  raterCount: "Raters with at least one rating.",
  clusters: "Tasks the units belong to: what the interval draws. Fewer than five give no interval.",
  na: "Ratings that say n/a. They are missing for every statistic.",
  adjudicated: "Units somebody decided who had seen the votes. Their values are in no statistic.",
  confusion: "Judgements by people of units the LLM has a value for, n/a included.",
  drafted: "What was drafted: lines of an explanation, or whole items of a rubric.",
  decided: "Decisions by people on what was drafted, and what they added.",
  shared: "Units both raters rated.",
  rest: "Pearson’s r with the mean of the other people. Models and rules are held against the same others: all people but one, in turn, averaged. What people reach is the ceiling.",
  restAgreement: "The mean share of the other people who gave the same value.",
  without:
    "Krippendorff’s α among people when this person is left out; in the first row, among all of them. A clear rise points to somebody who judges differently. It does not say who is right.",
  alphaError:
    "Standard error of α over raters, by jackknife: how much it would vary with other raters like these. Of several items it is that of their plain pool. Intervals draw other tasks and keep the raters: this stands beside them, and is not in them.",
  otherRaters:
    "The interval of α for other raters on the same tasks: Student’s t of the jackknife error over raters. With three or four raters it is wide.",
  otherRatersAndTasks:
    "The interval of α for other raters on other tasks: raters and tasks both taken as drawn from many. The usual interval takes the raters as fixed, and speaks of these raters on other tasks.",
  averaged: "People whose r is averaged, each weighing by the units they rated together with others.",
  leftOut:
    "People with fewer than ten units rated together with others: on two units r is 1 or −1 by construction.",
  draftSeen:
    "Values people gave with this rater’s own draft in view. With any of them it spoke first: it is not ranked among people, nor among raters whose draft nobody saw.",
  restUnits: "Units rated together with somebody else.",
  detection:
    "Of errors put into drafts on purpose and shown, those that were not followed. Of labels, those whose wrong label was put right.",
  falseAlarm:
    "Of drafts shown as they were, those that were overruled all the same. A draft can be wrong on its own, so not every one is an error of the annotator’s.",
  plantedKind:
    "A drafted value shown as another one, or the other response as the better one; an item of another task among the drafted ones; a wrong label among the drafted ones, or one missing.",
  plantedBy: "Everybody together, one arm, or one annotator.",
  contrastBy: "Two arms of the batch, or values given with a draft in view and independent ones.",
  contrastOf:
    "The mean value (yes 1, no 0), Krippendorff’s α among people, or the share of values that equal the draft’s.",
  difference:
    "First less second. Its interval draws both from the same tasks, so what they have in common cancels out.",
  p: "How often the difference would be at least as large, either way, if drafts made none: sides are exchanged at random, task by task. It tests each row alone; with many rows some are small by luck.",
  contrastValues: "Values people gave, n/a left out.",
  origin:
    "Who drafted what the row is about: models, or the rules. The two are never pooled, because rules state what can be checked.",
  onDraft:
    "Of the pairs of people who say the same about a unit, how many say what was drafted. Near 100 % with the draft in view and clearly less without it, agreement is shared anchoring.",
  expectedShare:
    "The share on the draft that answers would have which are independent of each other, with every value as frequent as it is under such drafts. Only a share above it says that people follow drafts together.",
  agreeing: "Pairs of people who gave a unit the same value.",
  pairs: "Pairs of people who judged the same unit, of which a value was drafted.",
  draftShare: "The share of people’s values that equal the drafted one.",
  draftValues: "Values people gave, n/a left out, of units that a value was drafted for.",
  equalled: "Values people gave of their own that were the draft’s already.",
  switchRate:
    "Of own values that differed from the draft, the share that became the draft’s once it was revealed.",
  changeRate: "Of own values that differed from the draft, the share that changed in any direction.",
  weightOfAdvice:
    "How far people moved towards the draft: 0 stayed, 1 took it over, averaged over values that differed from it. Moves beyond either end count as that end.",
  leaveRate: "Of own values that were the draft’s already, the share given up once it was revealed.",
  differed: "Values people gave of their own that differed from the draft they saw next.",
  beyond: "Values that moved away from the draft, or past it.",
  stance:
    "Correction: the draft is not what the majority says without drafts, and the person says what the majority says. Scrutiny: the same drafts, and the person does not follow them. Subjectivity: the draft is the majority’s, and the person does not follow it. Outlier: the draft is the majority’s, the person differed without it, and follows it.",
  qualified: "Values given with the draft in view that could have shown this stance.",
  explained:
    "Values with lines in the rater’s own words, written where no draft was shown. They are no decisions on a draft and are not counted among those.",
  explainable:
    "Values given without a draft in view: final ones, and those given before the draft was shown.",
  explanationWords: "Words of an explanation, all its lines together, on average over those that were given.",
  bulk: "Accepted in one gesture together with everything else that was undecided in the same draft, where the batch allowed that. The gesture is possible only after the time that reading the draft takes, and is counted among the accepted ones.",
  reasonCode:
    "The code of the reason that was given; empty where none was, “other” for words without a code.",
  reasonShare: "Of all decisions of this kind.",
  survivalPeople: "People who decided on the item, each by their first decision.",
  kept: "The share of people who accepted the item, as it was or revised.",
  shares: "The share of everything decided on or added; the four add up to all of it.",
  arm: "The variant of the protocol people worked under.",
  position:
    "The position of these responses in a person’s session. Who meets whom at a stage changes agreement by itself: read it beside what the same pairs of people reach over the whole session.",
  expectedAgreement:
    "The share of agreeing pairs that the pairs of people who met at this stage reach over the whole session. Agreement below it points to tiredness, above it to learning; a rise that both share is who met whom.",
  strict:
    "The share of questions answered as the majority of people does; a question without a usable answer counts as wrong.",
  lenient: "The same, with questions left out that have no usable answer.",
  leftToRules:
    "Questions that the run did not ask, because a program proves the answer: in no other number of the row.",
  undecided: "Questions the LLM was asked and gave no usable answer to: none that can be read, or n/a.",
  asked: "Questions with a majority among people that the LLM was asked.",
  pld0: "The share of comparisons with the same preference on both sides.",
  pld1: "The share of comparisons in which one side sees a tie and the other does not.",
  pld2: "The share of comparisons with opposite preferences.",
  wpld: "The mean distance of preferences, PLD-1 + 2 PLD-2: 0 is the same everywhere, 2 the opposite.",
  comparisons: "Pairs of responses with a preference on both sides.",
  divided: "Comparisons on which people who chose in words have no majority. They are left out.",
  pairing:
    "Who is paired: an LLM with each person, each person with the draft in view with each other person without it, or people without drafts with each other.",
  meanR: "The mean of Pearson’s r over all such pairs of raters, on the units both gave a value to.",
  pairsOfRaters: "Pairs of raters with a correlation.",
  undefinedPairs: "Pairs of raters without one: too few units in common, or one side never varies.",
  distribution: "How often each value was given.",
  meanValue: "The mean of the values, n/a left out; only on scales of points.",
  sd: "The standard deviation of the values, of a population.",
  valuesGiven: "Values given, n/a included.",
  advantage:
    "How likely the LLM is at least as close to the other people as the person it replaces, averaged over people. Only values given without a draft in view count.",
  winningRate:
    "The share of people the LLM may replace: it does at least as well as they do, allowing for a cost of 0.15, at a false discovery rate of 5 %. From 0.5 on, an LLM is usually taken to be a justified alternative.",
  replaced: "People the LLM was held against: at least 30 units in common with others.",
  replacedUnits:
    "Units with a value of the LLM that one of these people rated beside somebody else, without a draft in view; where there is no test, that any two people did.",
  grouping: "What the decisions are divided by.",
  group:
    "One family, criterion, method, policy, model or group of responses. A task with several families counts in each.",
  edited: "Of all decisions on what was drafted for this criterion, the share that revised or removed it.",
  editedCount: "Decisions that revised or removed it.",
  examples: "Up to three texts people wrote instead.",
  rubrics: "Drafted checklists, or lists of criteria.",
  draftedItems: "Items of all of these rubrics.",
  lengthSd: "The standard deviation of their numbers of items, of a population.",
  draftedLength: "Items of a drafted rubric, on average.",
  shortest: "The fewest items of one rubric.",
  longest: "The most items of one rubric.",
  reviews: "People who went through such a rubric, each counted per rubric.",
  final: "Items a rubric has after a person’s decisions: less what was removed, and with what was added.",
  wordKind: "Verbs open an instruction; nouns are what they are about. Found without a parser, in English.",
  word: "A word that instructions are built on.",
  wordTasks: "Tasks whose instruction uses it so.",
  wordCriteria: "The most frequent criteria of these tasks, each with its number of tasks.",
  reading:
    "Of drafts that were taken over as they were, the share that took less time than reading their explanation does at 400 words a minute, faster than anybody reads with understanding.",
  takenOver: "Judgements with the draft in view that kept its value and every line of it, with a known time.",
  readingTime:
    "The time half of them took less than: active work, or all that passed where that was not measured.",
  draftWords: "Words of the draft’s explanation, in the middle of all of them.",
  judgements: "Judgements this person gave, every unit once.",
  ownDecisions: "Decisions on the items of drafted rubrics, and items added to them.",
  ownLabels: "Sets of labels given to tasks and items.",
  activeHours: "Active work on judgements, without pauses. Only where it was measured.",
  perHour:
    "Judgements in an hour of work: active work, or all the time that passed where that was not measured; stretches that overlap pass once.",
  medianSeconds:
    "Half of the judgements took less time than this: active work, or all that passed where that was not measured.",
  timed: "Judgements of which the time is known.",
  agreementOthers:
    "Of the other people who judged the same unit, the share that gave the same value, averaged over units, whatever they had seen.",
  drift:
    "Agreement with the others in the later half of this person’s work, less that in the earlier half. Below 0 it fell.",
  comparedWith: "Judgements of units that somebody else judged too, n/a left out.",
  golds:
    "What this person said of units that have gold: values, preferences and labels, on checks and elsewhere. Training and exams are none of it.",
  goldShare:
    "The share of them that say what gold says; of preferences the same side, however much better; of labels all the same.",
  goldDistance: "How far scores are from gold, on average; of scores alone.",
  goldShared:
    "Of the labels given or expected, the share that was both, averaged over sets; empty without labels.",
  judgementsOnScale: "Judgements on the scale this person used most.",
  topShare:
    "How often this person gave the value they gave most, on the scale they used most. High shares are fine where the others agree.",
  othersShare: "How often the others gave that value to the same units.",
  longestRun:
    "The most judgements in a row, by time, with the same value on the same scale. Of preferences a value is a response, not a side.",
  unread: "Of drafts this person took over as they were, the share taken over faster than they can be read.",
  looks:
    "Where a look may be worth it, with the numbers that say so. Never a verdict: unusual work can be the best there is.",
  category: "The category of the questions; empty for all of them.",
} as const;
