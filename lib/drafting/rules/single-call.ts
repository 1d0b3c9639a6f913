import type { SideOrder } from "@/lib/dataset/schema";
import { call, drafted, inBothProfiles, outcomeOf, samplingOf } from "@/lib/drafting/rules/method";
import type { OutputFormat } from "@/lib/drafting/rules/output-formats";
import type { Slot, Template } from "@/lib/drafting/rules/prompt-template";
import { inBothOrders, ordersOf } from "@/lib/drafting/rules/response-pairs";
import type { DraftInput, DraftMethod, OutputProfile, ParsedCall } from "@/lib/drafting/schema";

type SamplingParams = Parameters<typeof samplingOf>[0];

/** The properties of a method that follow from its one question. */
type Derived = "profile" | "templates" | "retries" | "most" | "plan";

type BothProfiles<T> = Record<OutputProfile, OutputFormat<T>>;

interface Question<P, T> {
  template: Template;
  /** The format of the answer, which may depend on the parameters and on the items to judge by. */
  form: BothProfiles<T> | ((params: P, input: DraftInput) => BothProfiles<T>);
  slots: (input: DraftInput, params: P) => Record<string, Slot>;
}

const formOf = <P, T>(form: Question<P, T>["form"], params: P, input: DraftInput) =>
  typeof form === "function" ? form(params, input) : form;

/** A method that asks once for each subject, in both profiles. `key` names the call for `reduce`. */
export function singleCallMethod<P extends SamplingParams, T>({
  ask: { key, template, form, slots },
  ...about
}: Omit<DraftMethod<P>, Derived> & { ask: Question<P, T> & { key: string } }): DraftMethod<P>[] {
  return inBothProfiles((profile) => ({
    ...about,
    templates: [template.ref],
    retries: 2,
    most: () => 1,
    plan: (input, params, fence) => [
      call({
        key,
        template,
        slots: slots(input, params),
        fence,
        form: formOf(form, params, input)[profile],
        sampling: samplingOf(params, 1),
      }),
    ],
  }));
}

/** The number that the call `score` was answered with, as the overall score of the response. */
export const asOverallScore = (calls: readonly ParsedCall[], input: DraftInput) => ({
  drafted: { values: [drafted("overall", outcomeOf<number>(calls, "score"), input.responses[0]?.id)] },
});

/**
 * A method that asks which of two responses is better, in one order or in both, in both profiles. `winner` translates an
 * answer in an order of the sides into the pair as it is.
 */
export function preferenceMethod<P extends SamplingParams & { swap: boolean }, T>({
  ask: { template, form, slots },
  winner,
  ...about
}: Omit<DraftMethod<P>, Derived | "produces" | "subject" | "reduce"> & {
  ask: Omit<Question<P, T>, "slots"> & {
    slots: (input: DraftInput, order: SideOrder) => Record<string, Slot>;
  };
  winner: (answer: T, order: SideOrder) => "A" | "B" | "tie";
}): DraftMethod<P>[] {
  return inBothProfiles((profile) => ({
    ...about,
    produces: "preference",
    subject: "pair",
    templates: [template.ref],
    retries: 2,
    most: (_, params) => ordersOf(params).length,
    plan: (input, params, fence) =>
      ordersOf(params).map((order) =>
        call({
          key: order,
          template,
          slots: slots(input, order),
          fence,
          form: formOf(form, params, input)[profile],
          sampling: samplingOf(params, 1),
          order,
        }),
      ),
    reduce: (calls) => ({ drafted: { values: [inBothOrders(calls, winner)] } }),
  }));
}
