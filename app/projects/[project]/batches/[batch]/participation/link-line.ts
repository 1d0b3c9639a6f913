import type { ParticipationLinkView } from "@/lib/participation/schema";

/** A link as listed, with its state when the page was loaded. */
export interface LinkLine
  extends Omit<ParticipationLinkView, "consent" | "createdAt" | "expiresAt" | "closedAt"> {
  until: string | null;
  state: "open" | "expired" | "closed";
}
