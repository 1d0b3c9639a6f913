import type { RefusalWords } from "@/lib/http/refusals/words";

/** Refusals of endpoints of language models, runs and judges. */
export const DRAFTING_REFUSALS = {
  "address-refused": {
    status: 422,
    message:
      "Requests may not go to this address. Use https on port 443 and a public name, or have the operator list its origin in LLM_ALLOWED_ORIGINS.",
  },
  "no-key-secret": {
    status: 422,
    message:
      "This installation has no LLM_KEY_SECRET, so it cannot store a key or secret. Ask its operator to set one.",
  },
  "key-again": {
    status: 422,
    message:
      "The key belongs to the address it was given for. Give the key again, or none, for the new address.",
  },
  "endpoint-name-taken": { status: 409, message: "The project has an endpoint of this name already." },
  "endpoint-in-use": {
    status: 409,
    message: "A run that is not over uses this endpoint. Cancel the run first.",
  },
  "no-such-endpoint": { status: 422, message: "The project has no such endpoint." },
  "too-large-to-curate": {
    status: 409,
    message: "Curation reads a dataset as a whole and takes at most 5,000 tasks. Take a part of it.",
  },
  "too-many-vectors": {
    status: 409,
    message: "Neighbours are sought among at most 2,000 tasks. Take a run over fewer.",
  },
  "no-such-vectors": {
    status: 422,
    message: "This run embedded no instructions of this dataset.",
  },
  "nothing-to-curate": {
    status: 422,
    message: "No instance is left by these choices, so no dataset was made.",
  },
  "no-such-method": { status: 422, message: "There is no method of this name." },
  "no-embedding-model": {
    status: 422,
    message: "This method embeds texts. Name an embedding model in the settings of the endpoint first.",
  },
  "params-do-not-fit": { status: 422, message: "The parameters do not fit the method." },
  "equal-samples": {
    status: 422,
    message: "At temperature 0 all samples are the same answer: take one sample, or a higher temperature.",
  },
  "price-unknown": {
    status: 422,
    message: "No price is set for this model, so a limit in money cannot be enforced. Set its price first.",
  },
  "no-subjects": {
    status: 422,
    message: "None of the chosen tasks has what the method needs. Choose other tasks or another method.",
  },
  "run-state-changed": { status: 409, message: "The run's state has changed. Reload the page." },
  "unknown-responses": { status: 422, message: "The dataset has no such responses:" },
  "records-unfit": { status: 422, message: "Some records do not fit the dataset. Nothing was added." },
  "score-name-taken": {
    status: 422,
    message: "Responses have another field of this name, so a score needs another one:",
  },
  "run-not-published": {
    status: 409,
    message: "The run is a trial, or withdrawn: publish it first.",
  },
  "judge-has-model": {
    status: 422,
    message: "A judge’s version is made for one model. Make a version for another one.",
  },
  "judge-name-taken": { status: 409, message: "The project has a judge of this name already." },
  "judge-archived": { status: 409, message: "This judge is archived. Bring it back to change or run it." },
  "judge-faulty": { status: 422, message: "The judge cannot be used like this:" },
  "judge-unchanged": {
    status: 409,
    message: "This sends and reads the same as an earlier version of the judge. Change something first.",
  },
  "judge-subject-fixed": { status: 422, message: "All versions of a judge judge the same." },
  "panel-has-no-prompt": {
    status: 409,
    message: "A panel has no prompt of its own: ask for instructions for one of its members.",
  },
  "panel-unfit": { status: 422, message: "These versions cannot be one panel:" },
  "panel-unweighted": {
    status: 422,
    message:
      "Members are weighted by their κ with people on the development labels, and some have none above 0. Run them on the development tasks, or leave them out:",
  },
  "no-such-judge-version": {
    status: 422,
    message: "Some of these are no versions of judges of this project, or panels themselves.",
  },
  "example-held-out": {
    status: 422,
    message: "An example is from a task whose labels are held out, so no prompt may contain it. Remove it.",
  },
  "no-label-split": { status: 409, message: "Split the labels of the dataset first." },
  "no-disagreements": {
    status: 409,
    message:
      "This version disagrees with people nowhere on the development part, or was not run on it: there is nothing to learn from.",
  },
  "judge-still-running": {
    status: 409,
    message:
      "This version is still judging these tasks. Wait until its runs are done; resume or cancel paused ones.",
  },
  "judge-nothing-left": {
    status: 409,
    message:
      "This version has judged everything here. New responses and labels can be judged when they arrive.",
  },
  "nothing-to-compare": {
    status: 409,
    message: "There is nothing to compare: this version has no values for held-out tasks with human labels.",
  },
  "no-provenance": { status: 404, message: "This was imported, so how it was made is not known here." },
} as const satisfies RefusalWords;
