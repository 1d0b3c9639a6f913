import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Badge, type Tone } from "./badge";

export interface StateLook {
  tone: Tone;
  icon: LucideIcon;
}

/** A state in a word, with its colour and icon. */
export function StateBadge({ look, children }: { look: StateLook; children: ReactNode }) {
  const { tone, icon: Icon } = look;
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {children}
    </Badge>
  );
}
