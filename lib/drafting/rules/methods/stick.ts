import { bestOfN } from "@/lib/drafting/rules/methods/stick/best-of-n";
import { refine } from "@/lib/drafting/rules/methods/stick/refine";
import { selfRefine } from "@/lib/drafting/rules/methods/stick/self-refine";

/** Cook et al. (2024), STICK: a model improves or selects its own responses by a checklist of its own. */
export const stickMethods = [...refine, ...selfRefine, ...bestOfN];
