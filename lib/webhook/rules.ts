import type { EventName } from "@/lib/events/schema";
import type { DeliveryError, DeliveryState, DeliveryType, WebhookView } from "@/lib/webhook/schema";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Time limit of an attempt. */
export const ATTEMPT_TIMEOUT_MS = 10 * SECOND;

/** After this long without success, a delivery is given up. */
export const MAX_DELIVERY_AGE_MS = 72 * HOUR;

/** A failed delivery switches its webhook off when no delivery has succeeded for this long. */
export const DISABLE_AFTER_MS = 48 * HOUR;

/** Time for which results of deliveries are stored, in milliseconds. */
export const DELIVERY_RETENTION = 30 * 24 * HOUR;

/** Milliseconds between attempts; the last one is repeated. */
const PAUSES = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
];

/** Maximum random extension of a pause, so that deliveries that failed together are not retried together. */
const STRETCH = 0.1;

/**
 * Milliseconds until the next attempt, after the given number of them; null when the time is over. `waited`
 * are the milliseconds since the delivery was created or requested again, `chance` is between 0 and 1.
 */
export function pauseAfter(attempts: number, waited: number, chance: number): number | null {
  if (waited >= MAX_DELIVERY_AGE_MS) return null;
  const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 12 * HOUR;
  return Math.round(pause * (1 + STRETCH * chance));
}

/** True if the webhook's receiver confirmed the delivery, with any status from 200 to 299. */
export function isAccepted(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The receiver reports that it is gone for good. */
export const GONE_STATUS = 410;

export const EVENT_WORDS: Record<EventName, { label: string; hint: string }> = {
  "batch.finished": { label: "Batch finished", hint: "The last assignment of a batch was submitted." },
  "batch.closed": { label: "Batch closed", hint: "An admin closed a batch: nothing more comes." },
  "subject.finished": {
    label: "One of a batch finished",
    hint: "All assignments of a task, a response or a pair were submitted.",
  },
  "assignment.submitted": { label: "Submission", hint: "With every submission of an annotator." },
  "run.finished": { label: "Drafting run finished", hint: "Nothing of it is left to do." },
  "run.stopped": {
    label: "Drafting run stopped",
    hint: "It ran out of budget, its key failed, or it was cancelled.",
  },
};

/** The name of the event that a delivery reports. */
export function eventLabel(type: DeliveryType): string {
  return type === "webhook.test" ? "Test" : EVENT_WORDS[type].label;
}

export const WEBHOOK_STATE_LABELS: Record<WebhookView["state"], string> = {
  on: "On",
  paused: "Paused",
  off: "Switched off",
};

export const DELIVERY_STATE_LABELS: Record<DeliveryState, string> = {
  waiting: "Waiting",
  delivered: "Delivered",
  failed: "Given up",
};

const ERROR_WORDS: Record<DeliveryError, string> = {
  "refused-address": "the address leads where requests may not go",
  redirect: "answered with a redirect, which is not followed",
  timeout: "no answer within 10 seconds",
  network: "could not be reached",
  cancelled: "broken off, because the worker was stopped",
  "too-large": "the answer was too large",
  "secret-unreadable": "the secret cannot be read: LLM_KEY_SECRET is another one",
};

/** The result of the last attempt in words; null before the first. */
export function outcomeWords({
  status,
  error,
}: {
  status: number | null;
  error: DeliveryError | null;
}): string | null {
  if (status !== null) return `answered ${status}`;
  return error && ERROR_WORDS[error];
}
