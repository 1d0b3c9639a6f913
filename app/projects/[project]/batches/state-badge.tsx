import { Archive, CircleCheck, CircleDashed, CirclePause, CirclePlay, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import { BATCH_STATE_LABELS } from "@/lib/batch/rules";
import type { BatchState } from "@/lib/batch/schema";

const looks: Record<BatchState, { tone: Tone; icon: LucideIcon }> = {
  draft: { tone: "neutral", icon: CircleDashed },
  open: { tone: "accent", icon: CirclePlay },
  paused: { tone: "warning", icon: CirclePause },
  closed: { tone: "positive", icon: CircleCheck },
  archived: { tone: "neutral", icon: Archive },
};

/** State of a batch. */
export function StateBadge({ state }: { state: BatchState }) {
  const { tone, icon: Icon } = looks[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {BATCH_STATE_LABELS[state]}
    </Badge>
  );
}
