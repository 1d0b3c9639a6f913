import type { Pay } from "@/lib/batch/schema/pay";

/** People's work on a batch: their submissions, and the active work in them. */
interface Work {
  submitted: number;
  activeMs: number;
}

const HOUR = 3_600_000;

/** The cost of people's work on a batch so far. */
export function costOfPeople(pay: Pick<Pay, "per" | "micros">, { submitted, activeMs }: Work): number {
  return Math.round(pay.micros * (pay.per === "assignment" ? submitted : activeMs / HOUR));
}

/** A number that follows from others, or the reason why it does not. */
type Derived = { value: number; reason: null } | { value: null; reason: string };

/** Pay and time of one submission, and pay of one hour. */
interface PacePerSubmission {
  /** In millionths of the currency. */
  costOfOne: Derived;
  activeMsOfOne: Derived;
  /** In millionths of the currency; a rate per hour is it already. */
  costOfHour: Derived;
}

const NO_SUBMISSION = "nothing was submitted yet";
const NO_PAY = "no rate is set";
const NO_TIME = "no active work was recorded in the submissions";

/** Cost and time of one submission, and pay of one hour of active work, as they follow from the work so far. */
export function paceOf(pay: Pick<Pay, "per" | "micros"> | null, work: Work): PacePerSubmission {
  const { submitted, activeMs } = work;
  const cost = pay && costOfPeople(pay, work);
  const noWork = submitted === 0 ? NO_SUBMISSION : activeMs === 0 ? NO_TIME : null;
  const noCostOfOne =
    pay === null ? NO_PAY : submitted === 0 ? NO_SUBMISSION : pay.per === "hour" ? noWork : null;
  const noCostOfHour = pay === null ? NO_PAY : noWork;
  return {
    costOfOne: derived(noCostOfOne, () => Math.round((cost ?? 0) / submitted)),
    activeMsOfOne: derived(noWork, () => Math.round(activeMs / submitted)),
    costOfHour:
      pay?.per === "hour"
        ? { value: pay.micros, reason: null }
        : derived(noCostOfHour, () => Math.round((cost ?? 0) / (activeMs / HOUR))),
  };
}

const derived = (reason: string | null, value: () => number): Derived =>
  reason === null ? { value: value(), reason } : { value: null, reason };
