import { criteriaFrom, instructionOf, responseOf } from "@/lib/drafting/rules/method";
import { JUDGE, PAPER, Params, referenceOf } from "@/lib/drafting/rules/methods/salc/paper";
import { factors } from "@/lib/drafting/rules/output-formats";
import { template } from "@/lib/drafting/rules/prompt-template";
import { sidesOf } from "@/lib/drafting/rules/response-pairs";
import { singleCallMethod } from "@/lib/drafting/rules/single-call";
import type { ParsedCall } from "@/lib/drafting/schema";

const absoluteTemplate = template("salc.criteria_absolute", "1", [
  {
    role: "system",
    content: `${JUDGE}

You are given an instruction, a response to it, and a reference answer that deserves the best score. Name the factors
that matter when people evaluate responses to this instruction, each with a short description phrased as questions to be
gone through step by step. The factors make sure that a response does what the instruction asks and agrees with the
reference, and that it is honest, helpful and harmless. They are objective, and mention no particular detail of the
response or of the reference. Length is a factor only if the instruction says something about it.`,
  },
  {
    role: "user",
    content: "{{instruction}}\n\n{{response}}\n\n{{reference}}\n\nNow name the factors.\n\n{{form}}",
  },
]);

const relativeTemplate = template("salc.criteria_relative", "1", [
  {
    role: "system",
    content: `${JUDGE}

You are given an instruction and two responses to it. Name the factors that matter when people compare responses to this
instruction, each with a detailed description phrased as questions to be gone through step by step. The factors make sure
that a response does what the instruction asks, and that it is honest, helpful and harmless. They are objective, and
mention no particular detail of the responses. Length is a factor only if the instruction says something about it.`,
  },
  { role: "user", content: "{{instruction}}\n\n{{a}}\n\n{{b}}\n\nNow name the factors.\n\n{{form}}" },
]);

const MANY = 12;

/** The factors as criteria; more than a person can keep in view are flagged. */
function factorsFrom(calls: readonly ParsedCall[]) {
  const rubric = criteriaFrom(calls, "factors");
  return rubric.items.length > MANY ? { ...rubric, flags: [...rubric.flags, "many_factors"] } : rubric;
}

export const criteriaAbsolute = singleCallMethod({
  id: "salc.criteria_absolute",
  version: "2",
  title: "SALC criteria, one response",
  description:
    "Names the factors to judge a response by, from the instruction, the response and a reference answer.",
  paper: PAPER,
  produces: "criteria",
  subject: "response",
  needs: ["response", "reference"],
  params: Params,
  ask: {
    key: "factors",
    template: absoluteTemplate,
    form: factors,
    slots: (input) => ({
      instruction: instructionOf(input),
      response: responseOf(input),
      reference: referenceOf(input),
    }),
  },
  reduce: (calls) => ({ drafted: { rubric: factorsFrom(calls), values: [] } }),
});

export const criteriaRelative = singleCallMethod({
  id: "salc.criteria_relative",
  version: "2",
  title: "SALC criteria, two responses",
  description: "Names the factors to compare two responses by, from the instruction and both of them.",
  paper: PAPER,
  produces: "criteria",
  subject: "pair",
  needs: ["pair"],
  params: Params,
  ask: {
    key: "factors",
    template: relativeTemplate,
    form: factors,
    slots: (input) => ({
      instruction: instructionOf(input),
      ...sidesOf(input, "AB"),
    }),
  },
  reduce: (calls) => ({ drafted: { rubric: factorsFrom(calls), values: [] } }),
});
