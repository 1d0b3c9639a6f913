import type { JudgeParams } from "@/lib/drafting/rules/methods/checklist-study/samples";
import type { Template } from "@/lib/drafting/rules/prompt-template";
import type {
  CallPlan,
  DraftedValue,
  DraftInput,
  DraftMethod,
  MethodNeed,
  OutputProfile,
  ParsedCall,
  TextFence,
} from "@/lib/drafting/schema";

/**
 * One variant of an evaluation: the judge is given the checklist or not. `stage` is the prefix of the calls' names in
 * methods with several stages.
 */
interface Arm {
  isGiven: boolean;
  stage?: string;
}

/** One of the study's two ways to judge, with a checklist or without one: comparing a pair, or rating a response. */
export interface Evaluation {
  kind: "pairwise" | "direct";
  subject: "pair" | "response";
  need: MethodNeed;
  produces: DraftMethod["produces"];
  template: Template;
  /** Disagreement among samples: 0 where all are alike, null where none could be read. */
  inconsistency: (votes: readonly (string | number | null)[]) => number | null;
  plan: (
    profile: OutputProfile,
    input: DraftInput,
    params: JudgeParams,
    fence: TextFence,
    arm: Arm,
  ) => CallPlan[];
  /** The verdict of these samples, and with a checklist the answers to its questions. */
  read: (
    calls: readonly ParsedCall[],
    input: DraftInput,
    isGiven: boolean,
  ) => { verdict: DraftedValue; items: DraftedValue[] };
}
