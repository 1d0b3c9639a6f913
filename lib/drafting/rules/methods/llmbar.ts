import { metrics } from "@/lib/drafting/rules/methods/llmbar/auxiliary";
import { chateval } from "@/lib/drafting/rules/methods/llmbar/chateval";
import { compareMethods } from "@/lib/drafting/rules/methods/llmbar/compare";
import { prometheus, rating } from "@/lib/drafting/rules/methods/llmbar/rating";
import { swapMethods } from "@/lib/drafting/rules/methods/llmbar/swap";

/**
 * Zeng et al. (2024), LLMBar: the evaluators that were compared on pairs of which one output follows the instruction. The
 * asterisk stands for the rules of evaluation in the prompt.
 */
export const llmbarMethods = [
  ...compareMethods({
    id: "llmbar.vanilla",
    title: "Vanilla",
    description: "Names the better output without reasons, once in each order.",
    rules: "never",
  }),
  ...compareMethods({
    id: "llmbar.vanilla*",
    title: "Vanilla*",
    description: "As Vanilla, with rules of evaluation.",
    rules: "always",
  }),
  ...compareMethods({
    id: "llmbar.cot",
    title: "CoT",
    description: "Gives reasons and then names the better output, once in each order.",
    rules: "never",
    hasReasons: true,
  }),
  ...compareMethods({
    id: "llmbar.cot*",
    title: "CoT*",
    description: "As CoT, with rules of evaluation.",
    rules: "always",
    hasReasons: true,
  }),
  ...compareMethods({
    id: "llmbar.metrics*",
    title: "Metrics*",
    description: "Writes up to three questions for the instruction, and compares with them in view.",
    rules: "chosen",
    auxiliary: ["metrics"],
  }),
  ...compareMethods({
    id: "llmbar.reference*",
    title: "Reference*",
    description: "Answers the instruction itself, and compares with its answer as a reference.",
    rules: "chosen",
    auxiliary: ["reference"],
  }),
  ...compareMethods({
    id: "llmbar.metrics_reference*",
    title: "Metrics+Reference*",
    description: "Compares with its own questions and its own answer in view.",
    rules: "chosen",
    auxiliary: ["metrics", "reference"],
  }),
  ...swapMethods(
    {
      id: "llmbar.swap*",
      title: "Swap*",
      description:
        "Compares with reasons in both orders; if the verdicts contradict, decides the debate between them, again in both orders.",
    },
    false,
  ),
  ...swapMethods(
    {
      id: "llmbar.swap_cot*",
      title: "Swap+CoT*",
      description: "As Swap*; the debate is decided with reasons, too.",
    },
    true,
  ),
  ...chateval,
  ...compareMethods({
    id: "llmbar.vanilla*_1shot",
    title: "Vanilla*, one example",
    description: "As Vanilla*, after one example of our own.",
    rules: "always",
    shots: 1,
  }),
  ...compareMethods({
    id: "llmbar.vanilla*_2shot",
    title: "Vanilla*, two examples",
    description: "As Vanilla*, after two examples of our own, one with each label.",
    rules: "always",
    shots: 2,
  }),
  ...rating({
    id: "llmbar.rating",
    title: "Rating, Vanilla",
    description: "Rates each output alone from 0 to 9; the higher rating is preferred.",
    rules: "never",
  }),
  ...rating({
    id: "llmbar.rating*",
    title: "Rating, Vanilla*",
    description: "As the rating, with rules of evaluation.",
    rules: "always",
  }),
  ...rating({
    id: "llmbar.rating_metrics*",
    title: "Rating, Metrics*",
    description: "Writes up to three questions for the instruction, and rates each output with them in view.",
    rules: "chosen",
    auxiliary: ["metrics"],
  }),
  ...rating({
    id: "llmbar.rating_reference*",
    title: "Rating, Reference*",
    description: "Answers the instruction itself, and rates each output with its answer as a reference.",
    rules: "chosen",
    auxiliary: ["reference"],
  }),
  ...rating({
    id: "llmbar.rating_metrics_reference*",
    title: "Rating, Metrics+Reference*",
    description: "Rates each output with its own questions and its own answer in view.",
    rules: "chosen",
    auxiliary: ["metrics", "reference"],
  }),
  ...prometheus(
    {
      id: "prometheus.rate",
      title: "Prometheus’ rubric",
      description:
        "Feedback on each output alone along a rubric of five levels, then a score from 1 to 5; the higher score is preferred.",
    },
    false,
  ),
  ...prometheus(
    {
      id: "prometheus.rate+reference",
      title: "Prometheus’ rubric, with a reference",
      description: "As Prometheus’ rubric, with the reference answer of the task in view.",
    },
    true,
  ),
  ...metrics,
];
