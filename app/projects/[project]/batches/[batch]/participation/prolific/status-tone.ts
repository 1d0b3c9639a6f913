import type { Tone } from "@/components/ui/badge";

const TONES: Record<string, Tone> = {
  "AWAITING REVIEW": "accent",
  APPROVED: "positive",
  REJECTED: "danger",
  "TIMED-OUT": "warning",
};

/** The tone of a submission's status. */
export const statusTone = (status: string): Tone => TONES[status] ?? "neutral";
