import "server-only";
import { prepare } from "@/components/prose/prepare";
import { type AssignmentContent, textsOf } from "@/lib/review/rules/assignment-texts";

/** Parses an assignment's texts on the server, so that the browser need not. */
export function withPrepared<Shown extends AssignmentContent>(content: Shown): Shown {
  return { ...content, prepared: { ...textsOf(content).map(prepare) } };
}
