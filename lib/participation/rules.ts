import type { BatchState } from "@/lib/batch/schema";
import type { ParticipationState } from "@/lib/participation/schema";

/** How a platform names what it sends along. */
export interface PlatformPreset {
  id: "prolific" | "other";
  name: string;
  personParameter: string;
  studyParameter: string;
  sessionParameter: string;
}

export const PLATFORM_PRESETS: readonly PlatformPreset[] = [
  {
    id: "prolific",
    name: "Prolific",
    personParameter: "PROLIFIC_PID",
    studyParameter: "STUDY_ID",
    sessionParameter: "SESSION_ID",
  },
  {
    id: "other",
    name: "Another platform",
    personParameter: "participant",
    studyParameter: "study",
    sessionParameter: "session",
  },
];

/** The address to give to a platform, with Prolific's own placeholders where it is Prolific. */
export function addressFor(
  url: string,
  link: { personParameter: string; studyParameter: string | null; sessionParameter: string | null },
): string {
  const parameters = [link.personParameter, link.studyParameter, link.sessionParameter];
  const query = parameters.filter((name) => name !== null).map((name) => `${name}={{%${name}%}}`);
  return `${url}?${query.join("&")}`;
}

/** Somebody's place, as it is kept. */
interface Place {
  completedAt: Date | null;
  leftAt: Date | null;
  screenedAt: Date | null;
}

export function participationState({ completedAt, leftAt, screenedAt }: Place): ParticipationState {
  if (completedAt) return "completed";
  if (screenedAt) return "screened";
  return leftAt ? "left" : "working";
}

/** What somebody shows the platform for their part, once it has ended in a way for which there is something. */
export function endingOf(
  state: ParticipationState,
  link: Record<"completionCode" | "completionUrl" | "screenedCode" | "screenedUrl", string | null>,
): { code: string | null; url: string | null } | null {
  if (state === "completed") return { code: link.completionCode, url: link.completionUrl };
  if (state !== "screened" || (link.screenedCode ?? link.screenedUrl) === null) return null;
  return { code: link.screenedCode, url: link.screenedUrl };
}

/** They go on, they get a place, or the code of what they are told. */
export type Welcome =
  | "resume"
  | "admit"
  | "study-not-open"
  | "batch-paused"
  | "batch-closed"
  | "participation-ended"
  | "no-places";

interface Arrival {
  link: { quota: number; expiresAt: Date | null; closedAt: Date | null };
  batch: BatchState;
  /** The place this person has or had in the batch. */
  place: Place | null;
  /** Places of the link that count against its quota. */
  occupied: number;
  now: Date;
}

/**
 * What becomes of somebody who opens a participation link: they take up the place they have, get one, or are told why
 * not. A place once taken outlives the link's end, so nobody is kept from the code they have earned, and whoever did not
 * pass the exam is shown how their part ended.
 */
export function welcome({ link, batch, place, occupied, now }: Arrival): Welcome {
  if (place?.completedAt || place?.screenedAt) return "resume";
  if (batch === "draft") return "study-not-open";
  if (batch === "paused") return "batch-paused";
  if (batch !== "open") return "batch-closed";
  if (place && !place.leftAt) return "resume";
  if (link.closedAt || (link.expiresAt && link.expiresAt <= now)) return "participation-ended";
  return occupied < link.quota ? "admit" : "no-places";
}
