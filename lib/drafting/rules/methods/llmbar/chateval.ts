import { z } from "zod";
import { SIDE_ORDERS, type SideOrder } from "@/lib/dataset/schema";
import { call, inBothProfiles, instructionOf, MATERIAL, undecided } from "@/lib/drafting/rules/method";
import { outputsOf } from "@/lib/drafting/rules/methods/llmbar/compare";
import { reasonsAndLabel, reasonsAndScores, wholeText } from "@/lib/drafting/rules/methods/llmbar/formats";
import { sideOf, withContradiction } from "@/lib/drafting/rules/methods/llmbar/orders";
import {
  common,
  PAPER,
  RULES,
  reading,
  rulesBlock,
  samplingFor,
} from "@/lib/drafting/rules/methods/llmbar/paper";
import type { Choice } from "@/lib/drafting/rules/parse/chosen-output";
import { normalise } from "@/lib/drafting/rules/parse/normalise";
import { template } from "@/lib/drafting/rules/prompt-template";
import { majorityVote } from "@/lib/drafting/rules/votes";
import type {
  CallPlan,
  DraftedValue,
  DraftInput,
  DraftMethod,
  OutputProfile,
  ParsedCall,
  TextFence,
} from "@/lib/drafting/schema";

const turnTemplate = template("llmbar.chateval", "1", [
  {
    role: "system",
    content: `You are one of several referees who discuss which of two outputs follows an instruction better.\n\n${MATERIAL}`,
  },
  {
    role: "user",
    content: `Referees with different roles discuss, one after the other, which of two outputs is the better one for the
instruction below. Everybody reads everything that was said.

{{rules}}

{{instruction}}

{{a}}

{{b}}

{{discussion}}

It is your turn. {{role}}

{{task}}

{{form}}`,
  },
]);

/** Our own wording of the two referees of ChatEval: a reader, and a critic. */
const ROLES = [
  "General Public: you speak for the people who will read the outputs, and care about what is of use to them. Say first which output is better, and then why.",
  "Critic: you look closely at how well the outputs are written, question what the others say, and bring up what they overlooked.",
];

const DISCUSS =
  "This is a round of discussion: say in a few sentences what you think, and answer the others.";
const DECIDE = "This is the last round: after it the referees give their final preference.";

const LOWEST = 1;
const HIGHEST = 10;

const ChatEvalParams = z.strictObject({
  roles: z
    .array(z.string().max(2000))
    .max(20)
    .transform((roles) => roles.map((role) => role.trim()).filter((role) => role !== ""))
    .pipe(z.array(z.string()).min(2).max(6))
    .optional()
    .meta({
      title: "Roles",
      description: "Of the referees, one on each line, two to six. Empty: a reader and a critic.",
    }),
  rounds: z.int().min(1).max(5).default(2).meta({ title: "Rounds", description: "The last one decides." }),
  final: z
    .enum(["label", "scores"])
    .default("label")
    .meta({
      title: "Final preference",
      description: `label: the majority of the referees; evenly divided, it is a tie. scores: the larger mean of their scores from ${LOWEST} to ${HIGHEST}.`,
    }),
  ...rulesBlock,
  ...common,
  ...reading,
});
type ChatEvalParams = z.infer<typeof ChatEvalParams>;

const rolesOf = ({ roles }: ChatEvalParams) => roles ?? ROLES;
const turnsOf = (params: ChatEvalParams) => rolesOf(params).length * params.rounds;
const turnKey = (order: SideOrder, turn: number) => `turn:${turn} ${order}`;

/** The turns that were made in an order, as far as each could be read. */
function madeIn(calls: readonly ParsedCall[], order: SideOrder): ParsedCall[] {
  return calls.filter(({ plan }) => plan.order === order);
}

function turnCall(
  turn: number,
  order: SideOrder,
  before: readonly ParsedCall[],
  profile: OutputProfile,
  input: DraftInput,
  params: ChatEvalParams,
  fence: TextFence,
): CallPlan {
  const roles = rolesOf(params);
  const isLast = turn >= turnsOf(params) - roles.length;
  const lastForm =
    params.final === "label" ? reasonsAndLabel(params.reader) : reasonsAndScores(LOWEST, HIGHEST);
  return call<unknown>({
    key: turnKey(order, turn),
    template: turnTemplate,
    slots: {
      instruction: instructionOf(input),
      ...outputsOf(input, order),
      rules: params.rules ? RULES : "",
      discussion: before.map((made, at) => ({
        label: `TURN ${at + 1} BY REFEREE ${(at % roles.length) + 1}`,
        text: spoken(made, profile),
      })),
      role: `You are referee ${(turn % roles.length) + 1}. ${roles[turn % roles.length]}`,
      task: isLast ? DECIDE : DISCUSS,
    },
    fence,
    form: (isLast ? lastForm : wholeText(true))[profile],
    sampling: samplingFor("turn", params),
    order,
  });
}

/** A referee's text, without its JSON wrapping. */
function spoken({ text, outcome }: ParsedCall, profile: OutputProfile): string {
  if (profile === "faithful" || !outcome.ok) return normalise(text).text;
  const { value, rationale } = outcome as { value: string | { a: number; b: number }; rationale: string };
  if (typeof value === "object") return `${rationale}\n\nScore (a): ${value.a}\nScore (b): ${value.b}`;
  return rationale === "" ? value : `${rationale}\n\nOutput (${value}) is better.`;
}

/** The label of an order from the referees' last turns, mapped back to the pair as it is. */
function decided(calls: readonly ParsedCall[], order: SideOrder, params: ChatEvalParams): DraftedValue {
  const target = { target: "preference" as const, order };
  const failed = calls.find(({ outcome }) => !outcome.ok);
  const last = calls.slice(-rolesOf(params).length);
  if (failed || calls.length < turnsOf(params))
    return { ...target, value: null, undecided: undecided(failed?.outcome), lines: [], flags: [] };
  const lines = last.flatMap(({ outcome }) =>
    outcome.ok && outcome.rationale !== "" ? [outcome.rationale] : [],
  );
  const given = last.map(({ outcome }) => (outcome as { value: unknown }).value);
  const flags = last.flatMap(({ outcome }) => (outcome.ok ? outcome.flags : []));
  if (params.final === "label") {
    const votes = (given as Choice[]).map((choice) => sideOf(choice, order));
    return { ...target, value: majorityVote(votes), votes, lines, flags: [...new Set(flags)] };
  }
  const scores = given as { a: number; b: number }[];
  // All referees scored both, so sums compare as means do.
  const difference = scores.reduce((sum, { a, b }) => sum + a - b, 0);
  const value = difference === 0 ? "tie" : sideOf(difference > 0 ? "a" : "b", order);
  const votes = scores.map(({ a, b }) => (a === b ? "tie" : sideOf(a > b ? "a" : "b", order)));
  return { ...target, value, votes, lines, flags: [...new Set(flags)] };
}

export const chateval = inBothProfiles(
  (profile) =>
    ({
      id: "llmbar.chateval*",
      version: "2",
      title: "ChatEval*",
      description:
        "Referees with different roles discuss the pair one after the other, round after round, and then give their preference; once in each order.",
      paper: PAPER,
      produces: "preference",
      subject: "pair",
      needs: ["pair"],
      templates: [turnTemplate.ref],
      params: ChatEvalParams,
      retries: 2,
      most: (_, params) => SIDE_ORDERS.length * turnsOf(params),
      plan: (input, params, fence) =>
        SIDE_ORDERS.map((order) => turnCall(0, order, [], profile, input, params, fence)),
      reduce: (calls, input, params, fence) => {
        const next = SIDE_ORDERS.flatMap((order): CallPlan[] => {
          const before = madeIn(calls, order);
          const isOver = before.length >= turnsOf(params) || before.some(({ outcome }) => !outcome.ok);
          return isOver ? [] : [turnCall(before.length, order, before, profile, input, params, fence)];
        });
        if (next.length > 0) return { calls: next };
        const labels = SIDE_ORDERS.map((order) => decided(madeIn(calls, order), order, params));
        return { drafted: { values: withContradiction(labels) } };
      },
    }) satisfies Omit<DraftMethod<ChatEvalParams>, "profile">,
);
