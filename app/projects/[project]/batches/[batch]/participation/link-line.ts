import type { ParticipationLinkView } from "@/lib/participation/schema";

/** A link as the page of links shows it, with its state at the time of loading. */
export interface LinkLine
  extends Omit<ParticipationLinkView, "consent" | "createdAt" | "expiresAt" | "closedAt"> {
  until: string | null;
  state: "open" | "expired" | "closed";
}
