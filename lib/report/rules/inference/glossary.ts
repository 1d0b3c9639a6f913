/** When values on held-out tasks are compared with people and gold: the end of a sentence about them. */
export const UNTIL_FINAL_LOOK = "until an admin takes a final look at the judge’s version, which is recorded";

/** Explanations of the numbers of judge cards and of models, for readers who see them for the first time. */
export const INFERENCE_TIPS = {
  judge: "The model or rule engine whose values are compared with people or gold.",
  method: "The method by which it judged.",
  against: "What counts as right: gold, or the majority of people, with what people had in view.",
  cardUnits: "Units with an answer that is known to be right, or that most people gave.",
  heldOut: `Units of held-out tasks that the judge was asked about. They are left out ${UNTIL_FINAL_LOOK}.`,
  coverage: "Of the units with an answer, those that the judge was asked about.",
  abstention: "Of the units it was asked about, those without a value that could be read.",
  accuracy: "How often it gave the right value. What could not be read is wrong.",
  tpr: "Of the units whose answer is yes, those on which the judge said yes: sensitivity. What could not be read is wrong.",
  tnr: "Of the units whose answer is no, those on which the judge said no: specificity. What could not be read is wrong; beside the corrected rate it counts as no.",
  kappa: "Cohen’s κ with the right values; of points weighted by squared distance.",
  humanKappa:
    "The mean κ of people, each against the same gold, or against the majority of the other people: what a judge could reach. Units on which people are divided count too.",
  rmse: "The root of the mean squared distance from the right value, in points.",
  ece: "Expected calibration error: the distance between stated confidence and the share of right values, by ranges of a tenth. With few values it is too high.",
  sampleEce: "The same, with the share of samples that give the same value as confidence.",
  flips: "Of the pairs judged in both orders, those with another verdict in the other order.",
  firstSide:
    "Of the verdicts for one side, those for the response that was shown first. One half is no preference.",
  lengthSlope:
    "How much higher than people or gold the judge judges for each doubling of a response’s length. Of pairs: for each doubling of the first’s length over the second’s. 0 is no preference.",
  correlation: "Pearson’s r with the right values; of pairs a win is 1, a tie one half.",
  lengthAdjusted:
    "The same after what both owe to length is taken out (partial correlation). Much lower: the judge and people agree on length.",
  ownFamily:
    "How much higher than people or gold it judges responses of models of its own family than those of others. Families are read from names.",
  stability: "Where a unit was judged several times: the share of samples that give the most frequent value.",
  dollars: "Price of its calls in this installation, by value.",
  seconds: "Time of its calls in this installation, by value.",
  confidence: "The confidence that the judge stated, or the share of its samples that give the same value.",
  range: "The range of confidence.",
  right: "The share of these values that is right.",
  claims: "Values with a confidence in this range.",
  tag: "A tag of tasks.",
  fewestPerTag:
    "True if enough units have the tag to know accuracy within ten points to either side; with fewer units it is mostly chance.",
  measure:
    "Mean score: of points. DRFR: questions answered yes. Pass rate: the same, averaged over responses. Win rate: of preferences, with a tie as half a win.",
  model: "The model that wrote the responses.",
  human: "By people alone, on the units they judged without a draft in view.",
  alone: "By the judge alone, on all units. Its interval does not include its bias.",
  powered:
    "Prediction-powered (PPI++): the judge’s mean on all units, corrected by its mean difference from people where they judged. Unbiased however wrong the judge is.",
  lambda:
    "How much the judge counts: 0 is people alone, 1 the judge’s whole mean. Chosen so that the error is smallest.",
  units:
    "Units that the judge was asked about, or that people judged without a draft in view. In a batch with a sample, those too that were not drawn, if the judge was asked about nearly everything that passed the filter.",
  unread:
    "Units without a value of the judge: it was not asked, its answer could not be read, or it said n/a. In Both its mean stands in for them; in the corrected rate an answer that could not be read has not passed.",
  labelled: "Those of them that people judged without a draft in view.",
  effective: "How many units people alone would have to judge for the same precision.",
  labelledPairs: "Those of them that people judged.",
  effectivePairs: "How many pairs people alone would have to judge for the same precision.",
  corrected:
    "The judge’s pass rate corrected for its TPR and TNR (Rogan and Gladen). Prefer the column Both where people judged units drawn at random; prefer this one where labels were chosen by their values.",
  correctedTpr:
    "Of the units that people passed, those that this judge passed. What could not be read has not passed.",
  correctedTnr:
    "Of the units that people failed, those that this judge did not pass. What could not be read has not passed, so this may be higher than the TNR on the judge’s card, where it is wrong.",
  source: "Who ranks: people, a judge alone, or a judge that people correct.",
  exposure: "Whether people had a draft in view.",
  rank: "Place by strength.",
  strength: "The log of the strength. 0.69 more makes two wins for each loss; 0 is the mean of all models.",
  ties: "Davidson’s ν: the larger, the more ties.",
  comparisons: "Pairs of responses of two models.",
  winRate: "How often the first was preferred, a tie as half.",
  interval:
    "Student’s t, of rates Wilson’s with as many labels as the error is worth; errors are clustered by task. None where fewer than five tasks carry it; marked (†) under 30.",
} as const;
