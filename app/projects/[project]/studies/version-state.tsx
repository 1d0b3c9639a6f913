import { Badge, type Tone } from "@/components/ui/badge";
import type { VersionView } from "@/lib/study/schema";

const STATES: Record<VersionView["state"], { tone: Tone; word: string }> = {
  freezing: { tone: "accent", word: "Freezing" },
  frozen: { tone: "positive", word: "Frozen" },
  failed: { tone: "danger", word: "Failed" },
};

/** State of a version. */
export function VersionState({ state }: { state: VersionView["state"] }) {
  return <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>;
}
