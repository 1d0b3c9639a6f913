import type { ActionKind, RejectionCategory } from "@/lib/prolific/schema";

/** The address of a study for researchers. */
export const studyAddress = (externalId: string) =>
  `https://app.prolific.com/researcher/workspaces/studies/${encodeURIComponent(externalId)}`;

/** Statuses of submissions, in Prolific's words and ours. */
const STATUS_LABELS: Record<string, string> = {
  RESERVED: "Place reserved",
  ACTIVE: "At work",
  "TIMED-OUT": "Timed out",
  "AWAITING REVIEW": "Awaiting review",
  APPROVED: "Approved",
  "PARTIALLY APPROVED": "Partially approved",
  RETURNED: "Returned",
  REJECTED: "Rejected",
  "SCREENED OUT": "Screened out",
};

/** Statuses of studies. */
const STUDY_LABELS: Record<string, string> = {
  UNPUBLISHED: "Draft",
  PUBLISHING: "Being published",
  SCHEDULED: "Scheduled",
  ACTIVE: "Recruiting",
  PAUSED: "Paused",
  "AWAITING REVIEW": "Awaiting review",
  COMPLETED: "Completed",
};

/** A new status is shown as it is. */
export const statusLabel = (status: string) => STATUS_LABELS[status] ?? status;
export const studyLabel = (status: string) => STUDY_LABELS[status] ?? status;

export const REJECTION_LABELS: Record<RejectionCategory, string> = {
  TOO_QUICKLY: "Finished exceptionally fast",
  TOO_SLOWLY: "Took too long",
  FAILED_INSTRUCTIONS: "Did not follow the instructions",
  INCOMP_LONGITUDINAL: "Did not finish all parts",
  FAILED_CHECK: "Failed attention checks",
  LOW_EFFORT: "Low effort",
  MALINGERING: "Answered dishonestly",
  NO_CODE: "No completion code",
  BAD_CODE: "Wrong completion code",
  NO_DATA: "No data",
  UNSUPP_DEVICE: "Unsupported device",
  OTHER: "Another reason",
};

export const ACTION_LABELS: Record<ActionKind, string> = {
  create: "Create the draft",
  publish: "Publish the study",
  approve: "Approve",
  request_return: "Ask to return",
  reject: "Reject",
  screen_out: "Screen out",
  bonus: "Pay a bonus",
};

type SubmissionAction = Exclude<ActionKind, "create" | "publish">;

/** The most submissions of one request: approvals as Prolific recommends, bonuses as it allows. */
const MOST_AT_ONCE: Partial<Record<ActionKind, number>> = { approve: 1000, bonus: 200 };

/** Splits what an action is about into the requests that it takes, in the same order; one part where it fits. */
export function partsOf<Target>(kind: ActionKind, targets: readonly Target[]): Target[][] {
  const most = MOST_AT_ONCE[kind] ?? targets.length;
  const parts = Math.max(1, Math.ceil(targets.length / most));
  return Array.from({ length: parts }, (_, part) => targets.slice(part * most, (part + 1) * most));
}

/** Statuses from which Prolific allows an action. */
const ALLOWED: Record<SubmissionAction, readonly string[]> = {
  approve: ["AWAITING REVIEW"],
  reject: ["AWAITING REVIEW"],
  request_return: ["ACTIVE", "AWAITING REVIEW"],
  screen_out: ["ACTIVE", "AWAITING REVIEW"],
  bonus: [
    ...["AWAITING REVIEW", "APPROVED", "PARTIALLY APPROVED", "RETURNED"],
    ...["REJECTED", "SCREENED OUT", "TIMED-OUT"],
  ],
};

/** True if an action fits a submission's status. */
export function allows(
  kind: SubmissionAction,
  { status, returnRequestedAt }: { status: string; returnRequestedAt: Date | string | null },
): boolean {
  if (kind === "request_return" && returnRequestedAt !== null) return false;
  return ALLOWED[kind].includes(status);
}

/** The status of a submission after an action that Prolific has confirmed; null where the action leaves it. */
export const STATUS_AFTER: Partial<Record<ActionKind, string>> = {
  approve: "APPROVED",
  reject: "REJECTED",
  screen_out: "SCREENED OUT",
};

/** A study is followed until Prolific calls it completed. */
export const isFollowed = (status: string | null) =>
  status !== null && !["UNPUBLISHED", "COMPLETED"].includes(status);

interface StudyToSend {
  name: string;
  description: string;
  reward: number;
  places: number;
  minutes: number;
  autoApprove: boolean;
  screenOutReward: number | null;
  screenOutPlaces: number | null;
  screenOutCode: string | null;
}

/**
 * The name by which a draft is found again when its creation was not answered: with the id of the action that
 * creates it. Participants never see it.
 */
export const internalName = (name: string, action: string) => `${name.slice(0, 150)} (countersign ${action})`;

/**
 * The body that creates a draft. One completion code completes a submission; a second one screens it out, and
 * is the participants' (those who fail the exam) or the researcher's. Prolific allows one screen-out code.
 */
export function studyBody(
  study: StudyToSend,
  {
    internal,
    address,
    completionCode,
    screenedCode,
  }: { internal: string; address: string; completionCode: string; screenedCode: string | null },
) {
  const { screenOutReward, screenOutPlaces, screenOutCode } = study;
  const code = screenedCode ?? screenOutCode;
  return {
    name: study.name,
    internal_name: internal,
    description: study.description,
    external_study_url: address,
    prolific_id_option: "url_parameters",
    completion_codes: [
      {
        code: completionCode,
        code_type: "COMPLETED",
        actor: "participant",
        actions: [{ action: study.autoApprove ? "AUTOMATICALLY_APPROVE" : "MANUALLY_REVIEW" }],
      },
      ...(code === null || screenOutReward === null
        ? []
        : [
            {
              code,
              code_type: "FIXED_SCREENOUT",
              actor: screenedCode === null ? "researcher" : "participant",
              actions: [
                {
                  action: "FIXED_SCREEN_OUT_PAYMENT",
                  fixed_screen_out_reward: screenOutReward,
                  slots: screenOutPlaces,
                },
              ],
            },
          ]),
    ],
    total_available_places: study.places,
    estimated_completion_time: study.minutes,
    reward: study.reward,
    device_compatibility: [],
    peripheral_requirements: [],
    filters: [],
    submissions_config: { max_submissions_per_participant: 1 },
  };
}

/** Bonuses as Prolific takes them: one line per submission, the amount as a decimal of the whole currency. */
export function bonusLines(submissions: readonly string[], amount: number): string {
  const decimal = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`;
  return submissions.map((id) => `${id},${decimal}`).join("\n");
}

const MOST_WORDS = 600;

/** Prolific's own words about a refused request, from either form of its error bodies. */
export function problemIn(status: number, body: unknown): string {
  const said = isRecord(body) ? (isRecord(body.error) ? body.error : body) : {};
  const parts = [said.title, said.message, said.detail].map(wordsIn).filter((text) => text !== "");
  const words = [...new Set(parts)].join(": ");
  return (words || `Prolific answered with status ${status}.`).slice(0, MOST_WORDS);
}

function wordsIn(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(wordsIn).filter(Boolean).join(" ");
  if (!isRecord(value)) return "";
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${wordsIn(inner)}`)
    .join(" ");
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Attempts of one action before it is given up. */
export const MOST_ATTEMPTS = 6;

/** An action without a result has ended by then: its worker has died. */
export const LEASE_MS = 2 * 60_000;
