import type { RefusalWords } from "@/lib/http/refusals/words";

/** Refusals of accounts, projects and their members. */
export const ACCOUNT_REFUSALS = {
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
  archived: { status: 409, message: "This project is archived. Restore it to change anything in it." },
} as const satisfies RefusalWords;
