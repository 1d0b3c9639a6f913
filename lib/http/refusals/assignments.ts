import type { RefusalWords } from "@/lib/http/refusals/words";

/** Refusals of an annotator’s assignments and questions. */
export const ASSIGNMENT_REFUSALS = {
  expired: {
    status: 409,
    message:
      "Your time on this assignment has run out and it is open to others. Continue to reopen it if it is still available.",
  },
  stale: { status: 409, message: "This was changed in another window. Review the current version." },
  "does-not-fit": { status: 422, message: "This change does not fit the assignment." },
  incomplete: { status: 422, message: "Something is still missing. Finish it, then submit." },
  "not-open": { status: 409, message: "This assignment is not open for work." },
  "already-submitted": { status: 409, message: "This assignment was submitted already." },
  "not-submitted": { status: 409, message: "This assignment is not submitted." },
  "feedback-given": {
    status: 409,
    message: "Feedback was already shown, so this submission cannot be changed.",
  },
  "no-gold-subjects": {
    status: 422,
    message:
      "There are no gold values for the questions of this protocol. Mark some on the pages of tasks, or do without checks.",
  },
  "too-few-gold": {
    status: 422,
    message:
      "Training, exam and checks need more gold values for the questions of this protocol than there are. Mark some on the pages of tasks, or use fewer of them.",
  },
  "exam-failed": {
    status: 409,
    message:
      "The exam of this batch was not passed, and there is no attempt left, so there is no work in it for you. A project admin can grant another attempt.",
  },
  "answers-stand": {
    status: 409,
    message: "Submissions in training or an exam cannot be changed.",
  },
  "exam-not-skipped": {
    status: 409,
    message:
      "Training and exams cannot be skipped. If something is wrong with this one, leave a note or ask.",
  },
  "no-exam": { status: 422, message: "This batch has neither training nor an exam." },
  "qualified-already": {
    status: 409,
    message: "They are given the work of this batch already. Reload the page.",
  },
  "attempt-left": {
    status: 409,
    message: "They have an attempt at the exam left, or one in progress. Nothing needs to be granted.",
  },
  "undo-too-late": {
    status: 409,
    message: "A submission can be undone for ten seconds only. They have passed.",
  },
  "skip-stands": {
    status: 409,
    message: "Another annotator has taken this assignment, so it stays skipped.",
  },
  "undo-blocked": {
    status: 409,
    message: "Two assignments are waiting for you already. Finish one of them first.",
  },
  "batch-paused": { status: 409, message: "This batch is paused. Your work is saved; come back later." },
  "intake-with-shares": {
    status: 409,
    message:
      "This batch plants errors in a share of all its drafts at once, so it cannot take new material by itself.",
  },
  "batch-closed": { status: 409, message: "This batch is closed." },

  "flag-settled": {
    status: 409,
    message: "This flag was resolved or taken back meanwhile. Reload the page.",
  },

  "project-archived": {
    status: 409,
    message: "This project is archived. What was saved is kept; nothing can be added any more.",
  },
  released: {
    status: 409,
    message: "A project admin took this assignment back. Saved work is kept.",
  },
  "reopened-not-skipped": {
    status: 409,
    message:
      "You have submitted this once, so it cannot be skipped. Change what is needed and submit it again.",
  },

  // Questions.
  "too-many-messages": {
    status: 422,
    message: "This conversation has reached its limit of messages. Continue it elsewhere.",
  },
  "nothing-to-settle": {
    status: 409,
    message: "This question is not waiting for an answer. Reload the page.",
  },
  "already-published": { status: 409, message: "An answer to this question is published already." },
  "not-published": { status: 409, message: "No answer to this question is published now. Reload the page." },
} as const satisfies RefusalWords;
