import { CircleCheck, CircleDashed, CirclePause, CirclePlay, CircleX, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import { runStateWords } from "@/lib/drafting/rules/wording";
import type { RunState } from "@/lib/drafting/schema/runs";

const looks: Record<RunState, { tone: Tone; icon: LucideIcon }> = {
  draft: { tone: "neutral", icon: CircleDashed },
  running: { tone: "accent", icon: CirclePlay },
  paused: { tone: "warning", icon: CirclePause },
  paused_budget: { tone: "warning", icon: CirclePause },
  done: { tone: "positive", icon: CircleCheck },
  cancelled: { tone: "neutral", icon: CircleX },
};

/** State of a run. */
export function RunStateBadge({ state }: { state: RunState }) {
  const { tone, icon: Icon } = looks[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {runStateWords(state)}
    </Badge>
  );
}
