import { z } from "zod";
import { inBothProfiles, outcomeOf, undecided } from "@/lib/drafting/rules/method";
import {
  answerCall,
  answerTemplateRef,
  generationSampling,
  responseFrom,
} from "@/lib/drafting/rules/methods/answer";
import { responseParams, tokens } from "@/lib/drafting/rules/methods/stick/paper";
import { generationTemperature, iterations, revisedFrom } from "@/lib/drafting/rules/methods/stick/refine";
import {
  critiqueCall,
  critiqueTemplate,
  revisionCall,
  unstructuredTemplate,
} from "@/lib/drafting/rules/methods/stick/revise";
import { PAPER } from "@/lib/drafting/rules/methods/tick/paper";
import type { DraftMethod, GeneratedText, StopReason } from "@/lib/drafting/schema";

const SelfRefineParams = z.strictObject({
  iterations,
  temperature: generationTemperature,
  critiqueTokens: tokens(2048, "Max tokens, each critique"),
  ...responseParams,
});
type SelfRefineParams = z.infer<typeof SelfRefineParams>;

const FIRST = "response sample:0";
const critiqueKey = (iteration: number) => `critique:${iteration}`;
const revisionKey = (iteration: number) => `revision:${iteration}`;

/** The baseline of STICK: the model criticises its response in free text and revises it, a fixed number of times. */
export const selfRefine = inBothProfiles(
  (profile) =>
    ({
      id: "self_refine.unstructured",
      version: "1",
      title: "Self-refinement without a checklist",
      description:
        "The baseline of STICK: the model criticises its own response in free text and revises it, as many times as set; nothing stops it earlier.",
      paper: PAPER,
      produces: "responses",
      subject: "task",
      needs: [],
      templates: [answerTemplateRef, critiqueTemplate.ref, unstructuredTemplate.ref],
      params: SelfRefineParams,
      retries: 2,
      most: (_, { iterations }) => 1 + 2 * iterations,
      mostResponses: ({ iterations }) => 1 + iterations,
      later: ({ iterations: calls, maxOutputTokens, critiqueTokens }) => [
        { calls, reads: maxOutputTokens, writes: critiqueTokens },
        { calls, reads: maxOutputTokens + critiqueTokens, writes: maxOutputTokens },
      ],
      plan: (input, params, fence) => [
        answerCall(input, {
          key: FIRST,
          system: params.system,
          sampling: generationSampling(params, 1),
          sampleIndex: 0,
          fence,
        }),
      ],
      reduce: (calls, input, params, fence) => {
        const first = responseFrom(calls, FIRST, { role: "initial", sample: 0, isFinal: false });
        if (!first) return { drafted: { values: [], undecided: undecided(outcomeOf(calls, FIRST)) } };
        const versions: GeneratedText[] = [];
        let current = first;
        const done = (stopped: StopReason, flags: string[] = []) => ({
          drafted: {
            values: [],
            stopped,
            responses: [...versions, { ...current, isFinal: true, flags: [...current.flags, ...flags] }],
          },
        });
        for (let iteration = 0; iteration < params.iterations; iteration++) {
          const { text } = current;
          const common = { input, text, fence };
          const critique = outcomeOf<string>(calls, critiqueKey(iteration));
          if (!critique) {
            const sampling = { temperature: params.temperature, maxOutputTokens: params.critiqueTokens };
            return { calls: [critiqueCall({ ...common, key: critiqueKey(iteration), sampling })] };
          }
          if (!critique.ok) return done("revision_unreadable", [`critique_${undecided(critique)}`]);
          const feedback = critique.value;
          const revised = outcomeOf<string>(calls, revisionKey(iteration));
          if (!revised) {
            const [key, sampling] = [revisionKey(iteration), generationSampling(params, 1)];
            return { calls: [revisionCall("critique", { ...common, key, profile, feedback, sampling })] };
          }
          current = { ...current, trace: { ...current.trace, feedback } };
          if (!revised.ok) return done("revision_unreadable", [`revision_${undecided(revised)}`]);
          versions.push(current);
          current = revisedFrom(current, revised);
        }
        return done("iterations");
      },
    }) satisfies Omit<DraftMethod<SelfRefineParams>, "profile">,
);
