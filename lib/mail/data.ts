import "server-only";
import { randomUUID } from "node:crypto";
import { createTransport } from "nodemailer";
import { db, type Tx } from "@/lib/database/db";
import { env } from "@/lib/env";
import { LOOPBACK } from "@/lib/env/sign-in";
import { log } from "@/lib/log";
import { Mail } from "@/lib/mail/schema";
import { sendMailJob } from "@/lib/mail/schema/jobs";
import { enqueue } from "@/lib/queue/enqueue";
import { seal, unseal } from "@/lib/secrets/seal";

/** In place of an origin: seals mail that waits, bound to its row. */
const MAIL = "mail";

/** True if the operator has named a mail server. */
export function mailIsOn(): boolean {
  return env().SMTP_URL !== undefined;
}

/**
 * Sends a mail once the caller's transaction is committed; nothing without a mail server. It waits sealed,
 * because it may contain a link that signs its holder in.
 */
export async function queueMail(tx: Tx, mail: Mail): Promise<void> {
  if (!mailIsOn()) return;
  const id = randomUUID();
  const sealed = seal(JSON.stringify(mail), { endpoint: id, origin: MAIL });
  if (!sealed) return;
  const { keySealed, keyId } = sealed;
  await tx.outgoingMail.create({ data: { id, keySealed, keyId } });
  await enqueue(tx, sendMailJob, { id });
}

/** Why the mail server did not take a mail. Its own words name addresses, so they are not repeated. */
class MailNotTaken extends Error {
  override name = "MailNotTaken";
  constructor(readonly code: string) {
    super(`The mail server did not take the mail: ${code}.`);
  }
}

const PATIENCE_MS = 30_000;

/**
 * Sends a mail that waits, and deletes it. Throws when the mail server did not take it: the queue tries again,
 * later each time. A mail may arrive twice if a worker dies in between, with the same Message-ID.
 */
export async function sendMail(id: string): Promise<void> {
  const row = await db.outgoingMail.findUnique({ where: { id }, omit: { keySealed: false } });
  if (!row) return;
  const text = unseal(row, { endpoint: id, origin: MAIL });
  if (text === null) {
    log("error", "mail-unreadable");
  } else if (mailIsOn()) {
    await deliver(id, Mail.parse(JSON.parse(text)));
  }
  await db.outgoingMail.deleteMany({ where: { id } });
}

async function deliver(id: string, mail: Mail): Promise<void> {
  const { SMTP_URL = "", MAIL_FROM = "", APP_URL } = env();
  const url = new URL(SMTP_URL);
  const secure = url.protocol === "smtps:";
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // A password never travels in the clear, except on this machine.
    requireTLS: !secure && !LOOPBACK.has(url.hostname),
    ...(url.username !== "" && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  try {
    await transport.sendMail({
      ...mail,
      from: MAIL_FROM,
      messageId: `<${id}@${new URL(APP_URL).hostname}>`,
      headers: { "Auto-Submitted": "auto-generated" },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  } catch (error) {
    throw new MailNotTaken(codeOf(error));
  } finally {
    transport.close();
  }
}

function codeOf(error: unknown): string {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  return String(responseCode ?? code ?? "unknown");
}

/** Links have expired by then. */
const DAYS = 7;

/** Deletes mail that could not be sent for a week. */
export async function forgetMail(now = new Date()): Promise<void> {
  const createdAt = { lt: new Date(now.getTime() - DAYS * 24 * 60 * 60 * 1000) };
  await db.outgoingMail.deleteMany({ where: { createdAt } });
}
