import { Archive, CircleCheck, CircleDashed, CirclePause, CirclePlay } from "lucide-react";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import { BATCH_STATE_LABELS } from "@/lib/batch/rules";
import type { BatchState } from "@/lib/batch/schema";

const looks: Record<BatchState, StateLook> = {
  draft: { tone: "neutral", icon: CircleDashed },
  open: { tone: "accent", icon: CirclePlay },
  paused: { tone: "warning", icon: CirclePause },
  closed: { tone: "positive", icon: CircleCheck },
  archived: { tone: "neutral", icon: Archive },
};

/** State of a batch. */
export function BatchStateBadge({ state }: { state: BatchState }) {
  return <StateBadge look={looks[state]}>{BATCH_STATE_LABELS[state]}</StateBadge>;
}
