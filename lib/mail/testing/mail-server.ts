import { once } from "node:events";
import { SMTPServer } from "smtp-server";

/** A mail as a mail server received it. */
interface ReceivedMail {
  to: string[];
  from: string;
  /** Header lines by lower-case name, decoded. */
  headers: Map<string, string>;
  text: string;
}

export interface MailServer {
  received: ReceivedMail[];
  /** The answer instead of taking a mail: a status and its words. */
  refusal: { responseCode: number; message: string } | null;
  stop(): Promise<void>;
}

/** A real SMTP server on loopback that asks for a user and a password. */
export async function startMailServer(
  port: number,
  login: { user: string; password: string },
): Promise<MailServer> {
  const mails: MailServer = {
    received: [],
    refusal: null,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === login.user && password === login.password
        ? done(null, { user: username })
        : done(new Error("wrong password")),
    onRcptTo: (_, __, done) =>
      mails.refusal
        ? done(Object.assign(new Error(mails.refusal.message), { responseCode: mails.refusal.responseCode }))
        : done(),
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const { mailFrom, rcptTo } = session.envelope;
      mails.received.push({
        from: mailFrom === false ? "" : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        ...read(Buffer.concat(chunks).toString("utf8")),
      });
      done();
    },
  });
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  return mails;
}

function read(message: string): Pick<ReceivedMail, "headers" | "text"> {
  const end = message.indexOf("\r\n\r\n");
  const lines = message
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      decodeWords(line.slice(line.indexOf(":") + 1).trim()),
    ]),
  );
  return {
    headers,
    text: decodeBody(message.slice(end + 4), headers.get("content-transfer-encoding") ?? "7bit"),
  };
}

function decodeBody(body: string, encoding: string): string {
  const plain = body.replaceAll("\r\n", "\n");
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8").replaceAll("\r\n", "\n");
  return encoding === "quoted-printable" ? bytesOf(plain.replace(/=\n/g, "")) : plain;
}

function bytesOf(quoted: string): string {
  const bytes = quoted.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Words of a header that are not ASCII (RFC 2047). */
function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(text, "base64").toString("utf8")
        : bytesOf(text.replaceAll("_", " ")),
    );
}
