import type { BatchState } from "@/lib/batch/schema";
import type { ParticipationState } from "@/lib/participation/schema";

/** A platform's names for its URL parameters. */
export interface PlatformPreset {
  id: "prolific" | "mturk" | "other";
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
    id: "mturk",
    name: "Mechanical Turk",
    personParameter: "workerId",
    studyParameter: "hitId",
    sessionParameter: "assignmentId",
  },
  {
    id: "other",
    name: "Another platform",
    personParameter: "participant",
    studyParameter: "study",
    sessionParameter: "session",
  },
];

/** The URL to enter on a platform, with Prolific's own placeholders for Prolific. */
export function addressFor(
  url: string,
  link: { personParameter: string; studyParameter: string | null; sessionParameter: string | null },
): string {
  const parameters = [link.personParameter, link.studyParameter, link.sessionParameter];
  const query = parameters.filter((name) => name !== null).map((name) => `${name}={{%${name}%}}`);
  return `${url}?${query.join("&")}`;
}

/** A stored place. */
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

/**
 * The code or URL that a participant returns to the platform, once the participation has ended in a way that
 * has one.
 */
export function endingOf(
  state: ParticipationState,
  link: Record<"completionCode" | "completionUrl" | "screenedCode" | "screenedUrl", string | null>,
): { code: string | null; url: string | null } | null {
  if (state === "completed") return { code: link.completionCode, url: link.completionUrl };
  if (state !== "screened" || (link.screenedCode ?? link.screenedUrl) === null) return null;
  return { code: link.screenedCode, url: link.screenedUrl };
}

/** They continue, they are admitted, or the code of a refusal. */
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
  /** Places of the link that count towards its quota. */
  occupied: number;
  now: Date;
}

/**
 * The outcome for a visitor of a crowd link: they resume their place, get one, or get the reason why not. A
 * place outlives the link's end, so that participants get the code they have earned, and those who failed the
 * exam see how their participation ended.
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
