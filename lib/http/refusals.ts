/**
 * All expected refusals, with their HTTP status and message. A data function returns `refuse("…")`; each
 * refusal is worded only here. The message says what happened and what to do; it is shown to the caller, so
 * it must not reveal anything they may not know.
 *
 * 401 not signed in · 403 not allowed · 404 missing, or not yours · 409 the state has changed · 410 no longer
 * exists · 413 too large · 422 well formed, but impossible · 429 too often · 503 not now.
 */
const REFUSALS = {
  // Before the handler of a route.
  "signed-out": { status: 401, message: "You are not signed in, or your session has ended. Sign in again." },
  forbidden: { status: 403, message: "Your account may not do this." },
  "foreign-origin": { status: 403, message: "This request did not come from a page of this installation." },
  "browser-only": { status: 403, message: "This can only be done in the browser, not with an API token." },
  "metrics-token": { status: 401, message: "This takes the token in METRICS_TOKEN." },
  "token-scope": {
    status: 403,
    message: "This token's scope does not allow that. Make another token on your account page.",
  },
  "token-project": {
    status: 403,
    message: "This token reaches one project only. Use one that reaches all of yours.",
  },
  "not-found": { status: 404, message: "This does not exist, or you may not see it." },
  invalid: { status: 400, message: "The request is not well formed." },
  "too-large": { status: 413, message: "This is more than the server accepts in one request." },
  "not-json": { status: 415, message: "Send the body as application/json." },
  "too-many-attempts": { status: 429, message: "Too many attempts. Wait a minute, then try again." },

  // The database cannot execute a valid request now.
  busy: { status: 503, message: "The server is very busy. Nothing was changed: try again in a moment." },
  "database-lost": {
    status: 503,
    message: "The database does not answer. Check whether your change was saved before you try again.",
  },
  "database-full": {
    status: 503,
    message: "The server's disk is full, so nothing was saved. Tell the operator.",
  },

  // Reports.
  "records-missing": {
    status: 409,
    message: "The study lacks the records for this table. The tables page lists which.",
  },
  "too-many-records": {
    status: 409,
    message:
      "The study is too large for its tables to be computed here. countersign tables computes them from its study file.",
  },
  "no-report-yet": {
    status: 409,
    message: "The numbers are being computed. Ask again in a moment.",
  },

  // Releases.
  "no-such-batches": { status: 422, message: "Some of these batches are not in this project." },
  "no-such-studies": {
    status: 422,
    message: "Some of these imported studies are not in this project, or came without judgements.",
  },
  "batches-not-closed": {
    status: 422,
    message: "A batch that is still worked on cannot be frozen. Close it first, or leave it out.",
  },
  "freezing-already": {
    status: 409,
    message: "The next version is being made, or could not be. Wait for it, try it again or discard it.",
  },
  "not-failed": { status: 409, message: "This version did not fail. Reload the page." },
  "is-frozen": { status: 409, message: "This version is frozen. It stays as it is." },
  "not-frozen": { status: 409, message: "This version is not frozen yet." },

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
    message: "This submission is not reopened, or was submitted again by now.",
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
  "dataset-not-ready": { status: 422, message: "The dataset is not there, or is not ready yet." },
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
    message: "Some of them are no adjudicators of this batch: name them first, or reload the page.",
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

  // Accounts.
  "sign-in-failed": { status: 401, message: "The e-mail address or the password is not right." },
  "second-factor-needed": {
    status: 401,
    message: "Confirm with a passkey, or with a code of your authenticator app or a recovery code.",
  },
  "second-factor-setup": {
    status: 401,
    message: "Your account needs an authenticator app. Set one up, then enter its code.",
  },
  "second-factor-wrong": {
    status: 422,
    message: "This code is not right, or was used before. Wait for the next one.",
  },
  "second-factor-on": { status: 409, message: "A second factor is set up already. Reload the page." },
  "passkey-refused": {
    status: 422,
    message:
      "This passkey was not accepted: it is not of this account, was removed, or its answer came too late. Start again.",
  },
  "passkey-needs-password": {
    status: 422,
    message:
      "A password was chosen for this account by a link. Sign in with that password and this passkey once, then it signs in by itself again.",
  },
  "passkey-known": { status: 409, message: "This passkey is one of yours already, or of another account." },
  "too-many-passkeys": {
    status: 409,
    message: "An account has at most 20 passkeys. Remove one you do not need.",
  },
  "passkeys-impossible": {
    status: 409,
    message: "Browsers allow passkeys only at an https address with a name. This installation has none.",
  },
  "no-mail": {
    status: 409,
    message: "This installation sends no password links. Ask an admin of your project for one.",
  },
  "passwords-off": {
    status: 403,
    message: "Nobody signs in here with a password. Use the account of your institution.",
  },
  "provider-unreachable": {
    status: 503,
    message: "The provider's sign-in does not answer. Try again in a moment.",
  },
  "provider-attempt-gone": {
    status: 409,
    message: "This sign-in was begun too long ago, in another tab, or was completed before. Start again.",
  },
  "provider-refused": {
    status: 401,
    message: "The provider did not sign you in, or its answer was not valid. Start again.",
  },
  "provider-unverified": {
    status: 403,
    message:
      "The provider gave no verified e-mail address, so your account could not be found. Verify your address there, or ask a site admin.",
  },
  "provider-domain": {
    status: 403,
    message: "Your e-mail address is not of a domain that may sign in here.",
  },
  "provider-no-account": {
    status: 403,
    message:
      "There is no account for your e-mail address. Ask an admin of your project for an invitation, or a site admin for an account.",
  },
  "provider-another-person": {
    status: 403,
    message:
      "The account with your e-mail address has another sign-in already. Sign in as before, then link this one on the Account page.",
  },
  "provider-not-linked": {
    status: 403,
    message:
      "No account is linked to this ORCID iD. Sign in another way, then link ORCID on the Account page.",
  },
  "identity-elsewhere": {
    status: 409,
    message: "This person signs in to another account here. Remove the link there first.",
  },
  "identity-known": {
    status: 409,
    message: "Your account is already linked to an account of this provider. Remove that link first.",
  },
  "last-sign-in": {
    status: 409,
    message: "This is the only way in which you can sign in. Link another before you remove it.",
  },
  "sign-in-old": {
    status: 403,
    message: "You signed in too long ago for this. Sign out, sign in again, and do it within 15 minutes.",
  },
  "account-disabled": {
    status: 403,
    message: "Your account is disabled. Ask a site admin.",
  },
  "wrong-password": { status: 422, message: "Your current password is not right." },
  "same-password": { status: 422, message: "The new password is the current one. Choose another." },
  "password-is-email": { status: 422, message: "The password must not be the e-mail address." },
  "link-gone": { status: 410, message: "This link was used before or has expired. Ask for a new one." },
  "already-set-up": {
    status: 409,
    message: "This installation has accounts already. A site admin can add more.",
  },
  "email-taken": { status: 409, message: "There is already an account with this e-mail address." },
  "too-many-tokens": { status: 422, message: "You have 20 working tokens. Revoke one first." },
  "session-only": {
    status: 403,
    message: "You joined through a link, so you have no password and no API tokens.",
  },
  "site-admin-only": {
    status: 422,
    message:
      "Only a site admin can make a link for this account: it was not made by an invitation to this project, or reaches others too.",
  },
  "invitation-for-another": {
    status: 403,
    message: "This invitation is for another e-mail address. Sign in with the account it is for.",
  },
  "not-invitable": {
    status: 422,
    message: "Nobody was invited. Correct the lines listed, then try again.",
  },
  "keys-clash": {
    status: 422,
    message: "One of these keys does two things, or cannot be used. Reload the page and choose again.",
  },
  "last-site-admin": { status: 422, message: "This is the last site admin. Name another one first." },

  // Projects and their members.
  "no-such-user": {
    status: 422,
    message: "Nobody has an account with this e-mail address. A site admin can create one.",
  },
  "no-such-project": { status: 422, message: "There is no such project." },
  "already-member": { status: 409, message: "This person is already in the project." },
  "last-admin": { status: 422, message: "A project needs an admin. Make another member admin first." },
  // Assignments of an annotator.
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
      "Nothing has a gold value for what this protocol asks. Mark some on the pages of tasks, or do without checks.",
  },
  "too-few-gold": {
    status: 422,
    message:
      "Training, exam and checks need more gold values for what this protocol asks than there are. Mark some on the pages of tasks, or ask for fewer.",
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
      "This batch plants errors in a share of all it has at once, so that it cannot take new ones by itself.",
  },
  "batch-closed": { status: 409, message: "This batch is closed." },

  "flag-settled": {
    status: 409,
    message: "This flag was resolved or taken back meanwhile. Reload the page.",
  },

  // Questions.
  "too-many-messages": {
    status: 422,
    message: "This conversation holds as many messages as it can. Continue it elsewhere.",
  },
  "nothing-to-settle": {
    status: 409,
    message: "This question is not waiting for an answer. Reload the page.",
  },
  "already-published": { status: 409, message: "An answer to this question is published already." },
  "not-published": { status: 409, message: "No answer to this question is published now. Reload the page." },

  "project-archived": {
    status: 409,
    message: "This project is archived. What was saved is kept; nothing can be added any more.",
  },
  released: {
    status: 409,
    message: "This assignment was taken back by a project admin. What was saved is kept.",
  },
  "reopened-not-skipped": {
    status: 409,
    message:
      "You have submitted this once, so it cannot be skipped. Change what is needed and submit it again.",
  },

  archived: { status: 409, message: "This project is archived. Restore it to change anything in it." },

  // Endpoints and runs of language models.
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
  "price-unknown": {
    status: 422,
    message: "No price is set for this model, so a limit in money cannot be enforced. Set its price first.",
  },
  "no-subjects": {
    status: 422,
    message: "Nothing that was chosen has what the method needs. Choose other tasks or another method.",
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
    message: "This version is still judging these tasks. Wait until its runs are done.",
  },
  "judge-nothing-left": {
    status: 409,
    message: "This version has judged every labelled task here. New labels can be judged when they arrive.",
  },
  "nothing-to-compare": {
    status: 409,
    message: "There is nothing to compare: this version has no values for held-out tasks with human labels.",
  },
  "no-provenance": { status: 404, message: "This was imported, so how it was made is not known here." },

  // Webhooks.
  "webhook-address-refused": {
    status: 422,
    message:
      "Nothing may be sent to this address. Use https on port 443 and a public name, or have the operator list its origin in WEBHOOK_ALLOWED_ORIGINS.",
  },
  "webhook-off": { status: 409, message: "This webhook is paused or switched off. Resume it first." },
  "too-many-webhooks": { status: 422, message: "The project has 20 webhooks. Remove one first." },

  // Datasets.
  "dataset-in-use": {
    status: 409,
    message: "Annotators are working on this data. Close its batches first.",
  },

  // Crowd links.
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
      "The link has a code for those who do not pass. Say what they are paid, and for how many at most: Prolific asks for both.",
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

  // Imports.
  "file-too-large": {
    status: 413,
    message: "The file is larger than 1 GB. Split the study and import the parts.",
  },
  "packed-file": {
    status: 422,
    message:
      "This is a packed file, a spreadsheet or a document. Unpack it and import its files one by one; save a spreadsheet as “CSV UTF-8”. Only .gz is unpacked here.",
  },
  "workbook-too-large": {
    status: 422,
    message: "There are more than 50,000 ratings, too many for a workbook. Take CSV or Parquet.",
  },
  "unfolds-too-far": {
    status: 422,
    message: "The compressed file unpacks to more than 100 times its size. Send the .jsonl itself.",
  },
  "damaged-file": { status: 422, message: "The compressed file is damaged or incomplete. Pack it again." },
  "upload-interrupted": { status: 422, message: "The upload was interrupted. Nothing was saved; try again." },
  "lines-interrupted": {
    status: 422,
    message: "The request was interrupted. Part of it may have been added: send it again.",
  },
  "import-over": { status: 409, message: "This import has already ended." },
  "gold-unfit": {
    status: 422,
    message:
      "Some of these values are about nothing in this dataset, or off their scale. Nothing was marked.",
  },
  "no-gold-in-batch": { status: 422, message: "This batch has nothing of that kind to take as gold." },
  "batch-not-closed": { status: 409, message: "Close the batch first: work in it would see its own gold." },
  "no-group": {
    status: 422,
    message: "A group needs a field with at most 50 different values, none longer than 80 characters.",
  },
  "many-groups": {
    status: 422,
    message: "Responses are grouped by at most 10 fields. Stop grouping by another one first.",
  },
  "run-under-way": {
    status: 409,
    message: "A run drafts on it. Wait until it is done, or cancel it.",
  },
  "import-not-failed": {
    status: 409,
    message: "There is nothing left of this import to continue with. Import the file again.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type RefusalCode = keyof typeof REFUSALS;

/** An expected refusal. `detail` is sent along: for example the server's copy of what changed. */
export interface Refusal<Code extends RefusalCode = RefusalCode> {
  readonly refused: Code;
  readonly detail?: unknown;
}

export function refuse<Code extends RefusalCode>(code: Code, detail?: unknown): Refusal<Code> {
  return detail === undefined ? { refused: code } : { refused: code, detail };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "refused" in value && isCode(value.refused);
}

/** The HTTP status and message of a refusal. */
export function explain(code: RefusalCode): { status: number; message: string } {
  return REFUSALS[code];
}

function isCode(value: unknown): value is RefusalCode {
  return typeof value === "string" && Object.hasOwn(REFUSALS, value);
}
