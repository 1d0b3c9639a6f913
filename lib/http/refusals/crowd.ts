import type { RefusalWords } from "@/lib/http/refusals/words";

/** Refusals of crowd links and platforms. */
export const CROWD_REFUSALS = {
  "study-not-open": { status: 409, message: "This study has not begun yet. Open the link again later." },
  "another-browser": {
    status: 403,
    message:
      "This was begun in another browser. Continue there, or ask the researcher to let you in from this one.",
  },
  "participation-ended": { status: 410, message: "This study accepts no more participants." },
  "no-places": {
    status: 409,
    message:
      "All places are taken. One may become free: open the link again later, or return your submission.",
  },
  "prolific-not-connected": {
    status: 409,
    message: "The project has no connection to Prolific. Enter a token in its settings.",
  },
  "prolific-link-unfit": {
    status: 422,
    message:
      "This link cannot be used on Prolific: its person parameter must be PROLIFIC_PID, and it needs a completion code.",
  },
  "prolific-batch-not-open": {
    status: 409,
    message: "The batch is not open, so nobody could begin. Open it first.",
  },
  "prolific-screen-out-missing": {
    status: 422,
    message:
      "The link has a code for those who do not pass. Enter their pay and the largest number of people: Prolific requires both.",
  },
  "prolific-exists": { status: 409, message: "This link has a study on Prolific already." },
  "prolific-not-created": { status: 409, message: "Prolific has not created the draft yet." },
  "prolific-published": { status: 409, message: "The study is no draft any more." },
  "prolific-busy": {
    status: 409,
    message: "A request is in progress. Wait until it has ended, or enter how it ended.",
  },
  "prolific-status": {
    status: 409,
    message: "The status of a submission does not allow this. Fetch the statuses, and look again.",
  },
  "prolific-no-screen-out": {
    status: 409,
    message: "The study has no code with which you can screen out.",
  },
  "prolific-total": {
    status: 422,
    message: "The total is not the amount times the number of people. Nothing was paid.",
  },
  "part-completed": {
    status: 409,
    message: "Your part is done and you have its code, so the submission cannot be changed.",
  },
  "place-given-back": {
    status: 409,
    message:
      "You were away for longer than one assignment may take, and your place was given back. Open the platform's link again: you can continue if a place is left.",
  },
} as const satisfies RefusalWords;
