import { z } from "zod";
import { job, NoPayload } from "@/lib/queue/job";

/** Deletes sessions and links that ended long ago, and rate limits that are full again. */
export const forgetEndedSessionsJob = job("forget-what-is-over", NoPayload);

/** The e-mail address of a request for a password link, sealed under the request's id. */
const PasswordLinkRequest = z.object({ id: z.uuid(), sealed: z.base64(), keyId: z.string() });

export type PasswordLinkRequest = z.infer<typeof PasswordLinkRequest>;

/** Sends the password link that was requested for an address, if it has an account. */
export const passwordLinkJob = job("password-link", PasswordLinkRequest);
