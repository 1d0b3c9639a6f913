import { CircleCheck, CircleDashed, CirclePause, CirclePlay, CircleX } from "lucide-react";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import { runStateWords } from "@/lib/drafting/rules/wording";
import type { RunState } from "@/lib/drafting/schema/runs";

const looks: Record<RunState, StateLook> = {
  draft: { tone: "neutral", icon: CircleDashed },
  running: { tone: "accent", icon: CirclePlay },
  paused: { tone: "warning", icon: CirclePause },
  paused_budget: { tone: "warning", icon: CirclePause },
  done: { tone: "positive", icon: CircleCheck },
  cancelled: { tone: "neutral", icon: CircleX },
};

/** State of a run. */
export function RunStateBadge({ state }: { state: RunState }) {
  return <StateBadge look={looks[state]}>{runStateWords(state)}</StateBadge>;
}
