import "server-only";
import { prepare } from "@/components/prose/prepare";
import { type AssignmentContent, textsOf } from "@/lib/review/rules/texts";

/** The content of an assignment with its texts ready to be shown: they are read here, not in the browser. */
export function withPrepared<Shown extends AssignmentContent>(content: Shown): Shown {
  return { ...content, prepared: { ...textsOf(content).map(prepare) } };
}
