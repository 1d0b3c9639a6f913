import type { RefusalWords } from "@/lib/http/refusals/words";

/** Refusals of batches, and of consensus, adjudication and discussion after them. */
export const BATCH_REFUSALS = {
  // Batches.
  "batch-not-draft": { status: 409, message: "This batch was opened before. Its design is fixed now." },
  "batch-follows": {
    status: 409,
    message:
      "This draft follows another batch, on the material of its dataset. Create a new batch for another dataset.",
  },
  "batch-state-changed": { status: 409, message: "The batch's state has changed. Reload the page." },
  "batch-archived": { status: 409, message: "This batch is archived. Bring it back to change it." },
  "no-such-arm": { status: 422, message: "The batch has no arm of this name." },
  "fewer-replicates": {
    status: 422,
    message: "An open batch can ask for more people, not for fewer. Make a new version instead.",
  },
  "already-reopened": {
    status: 409,
    message: "This submission was sent back before. It waits for its annotator.",
  },
  "not-reopened": {
    status: 409,
    message: "This submission is not reopened, or was submitted again in the meantime.",
  },
  "not-in-progress": { status: 409, message: "This assignment is no longer in progress." },
  "annotator-gone": {
    status: 422,
    message: "Its annotator no longer works on this batch. Add them to it first.",
  },
  "no-eligible-subjects": {
    status: 422,
    message: "Nothing in the dataset fits this protocol and filter. Choose other ones, or another dataset.",
  },
  "design-incomplete": {
    status: 422,
    message: "The design is not complete. Finish it, then open the batch.",
  },
  "batch-waits": {
    status: 409,
    message:
      "This batch opens by itself when a run has finished. Stop waiting for the run before you change it.",
  },
  "no-such-run": { status: 422, message: "There is no such run over the dataset of this batch." },
  "run-over": { status: 409, message: "The run is over. There is nothing to wait for: open the batch." },
  "batch-nameless": { status: 422, message: "A batch that was opened needs a name." },
  "guidelines-unread": {
    status: 409,
    message: "Read the guidelines of this batch and confirm it. Then there is work for you.",
  },
  "guidelines-changed": {
    status: 409,
    message: "The guidelines have changed meanwhile. Read them as they are now.",
  },
  "dataset-not-ready": { status: 422, message: "The dataset does not exist, or is not ready yet." },
  "not-members": {
    status: 422,
    message:
      "Some of them are not working members of this project, or came through the participation link of another batch.",
  },

  // After a batch.
  "saw-the-votes": {
    status: 422,
    message: "Some of them adjudicate this batch: they have seen the votes and cannot judge in it any more.",
  },
  "not-adjudicators": {
    status: 422,
    message: "Some of them are not adjudicators of this batch. Name them first, or reload the page.",
  },
  "stale-ruling": {
    status: 409,
    message: "Someone else has decided this. Review it, then decide again if needed.",
  },
  "nothing-decided": { status: 409, message: "There is no decision here to take back." },
  "off-scale": { status: 422, message: "This value is not on the scale that was voted on." },
  "rubric-moved-on": {
    status: 409,
    message: "A newer version of this checklist or these criteria was made meanwhile. Reload the page.",
  },
  "choices-do-not-fit": {
    status: 422,
    message: "The choices do not fit what was decided in this batch. Reload the page and choose again.",
  },
  "nothing-to-follow": {
    status: 422,
    message:
      "There is nothing to continue with: no version was made from this batch, or no wording has changed.",
  },
  "nothing-left-of-it": {
    status: 422,
    message: "A version needs at least one item. Keep one, take an addition, or write your own.",
  },
} as const satisfies RefusalWords;
