import type { EventName } from "@/lib/events/schema";
import type { DeliveryError, DeliveryState, DeliveryType, WebhookView } from "@/lib/webhook/schema";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long an attempt may take. */
export const PATIENCE = 10 * SECOND;

/** For how long the receiver has time to come back: then a delivery is given up. */
export const MAX_DELIVERY_AGE = 72 * HOUR;

/** A delivery that is given up switches its webhook off when nothing has got through for this long. */
export const OFF_AFTER = 48 * HOUR;

/** How long what became of a delivery can be looked up. */
export const DELIVERY_RETENTION = 30 * 24 * HOUR;

/** Milliseconds between one attempt and the next; the last one again and again. */
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

/** How far a pause is stretched at the most, so that what failed together does not come back together. */
const STRETCH = 0.1;

/**
 * Milliseconds until the next attempt, after so many; null when the time is over. `waited` are the milliseconds since
 * the delivery was made or asked for anew, `chance` is between 0 and 1.
 */
export function pauseAfter(attempts: number, waited: number, chance: number): number | null {
  if (waited >= MAX_DELIVERY_AGE) return null;
  const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 12 * HOUR;
  return Math.round(pause * (1 + STRETCH * chance));
}

/** Whether a receiver took a delivery: any 2xx. */
export function isAccepted(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The receiver says that it is gone for good. */
export const GONE_STATUS = 410;

export const EVENT_WORDS: Record<EventName, { label: string; hint: string }> = {
  "batch.finished": { label: "Batch finished", hint: "The last assignment of a batch was submitted." },
  "batch.closed": { label: "Batch closed", hint: "An admin closed a batch: nothing more comes." },
  "run.finished": { label: "Drafting run finished", hint: "Nothing of it is left to do." },
  "run.stopped": {
    label: "Drafting run stopped",
    hint: "It ran out of budget, its key failed, or it was cancelled.",
  },
};

/** What a delivery is about, in words. */
export function deliveryWords(type: DeliveryType): string {
  return type === "webhook.test" ? "Test" : EVENT_WORDS[type].label;
}

export const DELIVERY_STATE_LABELS: Record<WebhookView["state"], string> = {
  on: "On",
  paused: "Paused",
  off: "Switched off",
};

export const DELIVERY_WORDS: Record<DeliveryState, string> = {
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

/** What came of the last attempt, in words; null before the first. */
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
