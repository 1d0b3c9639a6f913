/** Sizes that the number of calls depends on. */
interface Asked {
  /** Items of the checklist or criteria. */
  items: number;
  /** Items of a checklist that the method writes itself. */
  written: number;
}

const fixed = (calls: number) => () => calls;
const perItem = ({ items }: Asked) => items;
/** Number of samples of a judgement in the checklist study, and of sets that a set of criteria is compared with. */
const SAMPLES = 10;

/**
 * Number of calls a method makes on one subject with its default parameters when it skips no step, counted by hand
 * from the papers' procedures, for each method in the form of its paper.
 */
export const EXPECTED_CALLS: Readonly<Record<string, (asked: Asked) => number>> = {
  "tick.generate": fixed(1),
  "tick.evaluate": perItem,
  "tick.evaluate+evidence": perItem,
  "tick.evaluate_batch": fixed(1),
  "tick.pairwise": ({ items }) => 2 * items,
  "tick.preference": fixed(2),
  "tick.direct": fixed(1),
  "tick.check_then_score": fixed(1),
  "tick.categorise": perItem,
  // A response and a checklist; four revisions, and the answers to every question before each and after the last.
  "stick.refine": ({ written }) => 2 + 4 + 5 * written,
  // A response; four critiques, and a revision after each.
  "self_refine.unstructured": fixed(1 + 4 * 2),
  // Eight candidates, each with its answers and its direct score; a checklist, and the response at temperature 0.
  "stick.best_of_n": ({ written }) => 8 * (1 + written + 1) + 2,
  "clstudy.generate.baseline": fixed(1),
  "clstudy.generate.specify": fixed(1),
  "clstudy.generate.length_0.5": fixed(2),
  "clstudy.generate.length_1.5": fixed(2),
  "clstudy.generate.self_refine": fixed(2),
  "clstudy.generate.ticking": fixed(1),
  "clstudy.pairwise.none": fixed(SAMPLES),
  "clstudy.pairwise.checklist": fixed(SAMPLES),
  "clstudy.pairwise.selective": fixed(2 * SAMPLES),
  "clstudy.pairwise.ablation": ({ items }) => SAMPLES * (1 + items),
  "clstudy.direct.none": fixed(SAMPLES),
  "clstudy.direct.checklist": fixed(SAMPLES),
  "clstudy.direct.selective": fixed(2 * SAMPLES),
  "clstudy.direct.ablation": ({ items }) => SAMPLES * (1 + items),
  "llmbar.vanilla": fixed(2),
  "llmbar.vanilla*": fixed(2),
  "llmbar.cot": fixed(2),
  "llmbar.cot*": fixed(2),
  "llmbar.metrics*": fixed(1 + 2),
  "llmbar.reference*": fixed(1 + 2),
  "llmbar.metrics_reference*": fixed(1 + 1 + 2),
  // A debate in both orders where the first labels contradict each other.
  "llmbar.swap*": fixed(2 + 2),
  "llmbar.swap_cot*": fixed(2 + 2),
  // Two referees in two rounds, in both orders.
  "llmbar.chateval*": fixed(2 * 2 * 2),
  "llmbar.vanilla*_1shot": fixed(2),
  "llmbar.vanilla*_2shot": fixed(2),
  "llmbar.rating": fixed(2),
  "llmbar.rating*": fixed(2),
  "llmbar.rating_metrics*": fixed(1 + 2),
  "llmbar.rating_reference*": fixed(1 + 2),
  "llmbar.rating_metrics_reference*": fixed(1 + 1 + 2),
  "prometheus.rate": fixed(2),
  "prometheus.rate+reference": fixed(2),
  "llmbar.metrics": fixed(1),
  "salc.criteria_absolute": fixed(1),
  "salc.criteria_relative": fixed(1),
  "salc.evaluate_absolute": fixed(1),
  "salc.evaluate_absolute_weighted": fixed(1),
  "salc.evaluate_relative": fixed(2),
  "salc.evaluate_relative_weighted": fixed(2),
  "judge.plain_absolute": fixed(1),
  "judge.plain_relative": fixed(2),
  "judge.fixed_rubric": fixed(1),
  "coeval.criteria": fixed(1),
  "coeval.task_criteria": fixed(1),
  "coeval.step": perItem,
  "coeval.overall_step": ({ items }) => items + 1,
  "coeval.direct": fixed(1),
  // The criteria at temperature 0, and ten samples to compare with them.
  "coeval.consistency": fixed(1 + SAMPLES),
  "curation.gptinst": fixed(2),
  "curation.gptout": fixed(1),
  "curation.embed": fixed(1),
  // Without an example, and with one, two, four and sixteen.
  "curation.shots": fixed(5),
  answer: fixed(1),
};

/**
 * Methods that stop earlier with the answers of `paperAnswer`: it does not contradict itself, and its second revision
 * passes.
 */
const OF_PAPER_MODEL: typeof EXPECTED_CALLS = {
  "llmbar.swap*": fixed(2),
  "llmbar.swap_cot*": fixed(2),
  // A response and a checklist; two revisions, and the answers to every question of three versions.
  "stick.refine": ({ written }) => 2 + 2 + 3 * written,
  // On every second pair the samples agree without a checklist.
  "clstudy.pairwise.selective": fixed((SAMPLES + 2 * SAMPLES) / 2),
};

/** The number of calls on one subject, on average over an even number of pairs, where `paperAnswer` answers. */
export function callsOfPaperModel(method: string, asked: Asked): number {
  const of = OF_PAPER_MODEL[method] ?? EXPECTED_CALLS[method];
  if (!of) throw new Error(`the calls of ${method} were not counted`);
  return of(asked);
}
