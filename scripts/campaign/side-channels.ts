import { randomUUID } from "node:crypto";
import { median } from "@/lib/agreement/quantile";
import { randomFrom } from "@/lib/agreement/random";
import { db, disconnect } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, makeSession, makeToken, makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { freePort } from "../postgres/cluster.mjs";
import { startWeb } from "../start/child-processes.mjs";
import { work } from "./annotator";

// Compares sizes and times of answers that must not tell what they are about: an assignment that nobody has judged with
// one that two annotators have, and sign-ins and password links with and without an account. TIMES makes it smaller.

/** Requests to compare with each other: each case's answers have the same status and hardly differ in size or time. */
interface Comparison {
  name: string;
  /** Requests of each case. */
  times: number;
  /** The median differences from the first case, in time and in size, that are too large. */
  tooMuch: { ms: number; bytes: number };
  cases: Record<string, () => Promise<Response>>;
  /** Before each request, out of the measured time. */
  before?: () => Promise<unknown>;
}

const PASSWORD = "a password long enough";
const OWN_PAGE = {
  "sec-fetch-site": "same-origin",
  "x-countersign": "1",
  "content-type": "application/json",
};

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
// Mails wait for a worker, which does not run.
const mail = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "Countersign <countersign@example.org>" };
const env = { ...process.env, ...mail, APP_URL: origin, NEXTAUTH_URL: origin };
Object.assign(process.env, env);
const times = Number(process.env.TIMES ?? 1000);
const random = randomFrom(1);
const nobody = () => `ada.lovelace.${randomUUID().slice(0, 8)}@example.org`;
const oneOf = (emails: readonly string[]) => emails[Math.floor(random() * emails.length)] ?? "";
/** Without it, only the first tries would be answered. */
const forgetTries = () => db.rateLimit.deleteMany();

const web = startWeb({ dev: false, port, host: "127.0.0.1", local: origin }, env, () => {});
try {
  await web.ready;
  const comparisons = [...(await assignmentsOf()), await signIns(), passwordLinks(await makeAccounts(50))];
  const differing: string[] = [];
  for (const { name, times, tooMuch, ...comparison } of comparisons) {
    const [first, ...others] = await measure({ times, ...comparison });
    const compared = others.map((other) => ({
      name: other.name,
      ms: medianDifference(other.ms, first.ms),
      bytes: medianDifference(other.bytes, first.bytes),
    }));
    const statuses = new Set([first, ...others].flatMap((one) => [...one.statuses]));
    console.log(
      `  ${name}, ${times} times each: ${first.name} ${median(first.ms)?.toFixed(1)} ms, ${median(first.bytes)} bytes, status ` +
        `${[...statuses].join(", ")}; ${compared.map(inWords).join("; ")}`,
    );
    const isTooMuch = compared.some(
      ({ ms, bytes }) => Math.abs(ms) >= tooMuch.ms || Math.abs(bytes) >= tooMuch.bytes,
    );
    if (statuses.size > 1 || isTooMuch) differing.push(name);
  }
  if (differing.length > 0) throw new Error(`the answers differ: ${differing.join(", ")}`);
} finally {
  await disconnect();
  await web.stop();
}
process.exit(0);

/** The median of differences within a turn: what else the machine does changes both alike. */
function medianDifference(of: readonly number[], from: readonly number[]): number {
  return median(of.map((value, turn) => value - (from[turn] ?? 0))) ?? 0;
}

function inWords({ name, ms, bytes }: { name: string; ms: number; bytes: number }): string {
  return `${name} ${ms < 0 ? "" : "+"}${ms.toFixed(1)} ms, ${bytes === 0 ? "as many bytes" : `${bytes} bytes more`}`;
}

interface Measured {
  name: string;
  send: () => Promise<Response>;
  /** By turn. */
  ms: number[];
  bytes: number[];
  statuses: Set<number>;
}

/** Sends each case's request in each turn, in random order. */
async function measure({ times, cases, before }: Pick<Comparison, "times" | "cases" | "before">) {
  const measured = Object.entries(cases).map(
    ([name, send]): Measured => ({ name, send, ms: [], bytes: [], statuses: new Set() }),
  );
  // The first turns are not counted.
  for (let turn = -5; turn < times; turn++)
    for (const one of inRandomOrder(measured)) {
      await before?.();
      const began = performance.now();
      const response = await one.send();
      const body = await response.arrayBuffer();
      if (turn < 0) continue;
      one.ms.push(performance.now() - began);
      one.bytes.push(body.byteLength);
      one.statuses.add(response.status);
    }
  return measured as [Measured, ...Measured[]];
}

function inRandomOrder<T>(things: readonly T[]): T[] {
  return things
    .map((thing) => ({ thing, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ thing }) => thing);
}

/** An annotator's open assignments in two batches of equal content: in one of them two others have submitted. */
async function assignmentsOf(): Promise<Comparison[]> {
  const project = await makeProject();
  const [annotator, ...others] = await Promise.all(
    Array.from({ length: 3 }, () => makeMember("annotator", { project })),
  );
  if (!annotator) throw new Error("there is no annotator");
  const { token } = await makeToken(annotator);
  const admin = (await makeToken(await makeMember("admin", { project }))).token;
  const { cookie } = await makeSession(annotator);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const open = async (name: string) => {
    const dataset = await makeDataset({ project, name: `Data ${name}`, tasks: 1, checklist: 8 });
    const batch = await makeBatch({
      ...{ dataset, name: `Batch ${name}`, annotators: [annotator, ...others], k: 3 },
      ...{ preset: "checklist-answering", settings: { exposure: "none" } },
    });
    return batch.id;
  };
  const [untouched, judged] = [await open("A"), await open("B")];
  for (const other of others) {
    const { token } = await makeToken(other);
    const at = { token, admin, project: project.id, batch: judged, assignments: 1 };
    await work(origin, { ...at, confirmed: new Map(), submitted: [], retries: 0 }, random);
  }
  const take = async (batch: string) => {
    const claimed = await claim(annotator.actor, batch);
    if (!claimed || !("assignment" in claimed)) throw new Error("nothing was claimed");
    return { ...claimed.assignment, base: 0 };
  };
  const [first, second] = [await take(untouched), await take(judged)];
  const read = (path: string, sent: Record<string, string>) => () =>
    fetch(`${origin}${path}`, { headers: sent });
  const save = (to: typeof first) => async () => {
    const note = { op: randomUUID(), at: new Date().toISOString(), type: "note", text: randomUUID() };
    const body = JSON.stringify({ lease: to.lease, base: to.base, ops: [note] });
    const response = await fetch(`${origin}/api/v1/assignments/${to.id}/ops`, {
      method: "POST",
      headers,
      body,
    });
    to.base = ((await response.clone().json()) as { version: number }).version;
    return response;
  };
  const both = (name: string, bytes: number, make: (to: typeof first) => () => Promise<Response>) => ({
    ...{ name, times, tooMuch: { ms: 5, bytes } },
    cases: { "judged by nobody": make(first), "by two": make(second) },
  });
  return [
    both("reading an assignment", 1, (to) => read(`/api/v1/assignments/${to.id}`, headers)),
    // Where the stream of a page is cut into scripts is a matter of time: a thousandth of the page.
    both("its page", 1000, (to) => read(`/annotate/${to.id}`, { cookie: `${cookie.name}=${cookie.value}` })),
    both("saving to it", 1, save),
  ];
}

/** E-mail addresses of accounts with `PASSWORD`. */
async function makeAccounts(many: number, options: { disabled?: boolean } = {}): Promise<string[]> {
  const emails: string[] = [];
  for (let n = 0; n < many; n++)
    emails.push((await makeUser({ name: "Ada Lovelace", password: PASSWORD, ...options })).email);
  return emails;
}

async function signIns(): Promise<Comparison> {
  const csrf = await fetch(`${origin}/api/auth/csrf`, { headers: OWN_PAGE });
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookie = csrf.headers
    .getSetCookie()
    .map((set) => set.slice(0, set.indexOf(";")))
    .join("; ");
  const [working, disabled] = [await makeAccounts(20), await makeAccounts(20, { disabled: true })];
  const without = (await makeUser()).email;
  const signIn = (email: string, password: string) =>
    fetch(`${origin}/api/auth/callback/credentials`, {
      method: "POST",
      headers: { ...OWN_PAGE, cookie },
      body: JSON.stringify({ email, password, csrfToken, callbackUrl: "/" }),
    });
  return {
    ...{ name: "a refused sign-in", times: times / 2, tooMuch: { ms: 10, bytes: 1 }, before: forgetTries },
    cases: {
      "unknown address": () => signIn(nobody(), PASSWORD),
      "wrong password": () => signIn(oneOf(working), "not the password"),
      "disabled account": () => signIn(oneOf(disabled), PASSWORD),
      "no password": () => signIn(without, PASSWORD),
    },
  };
}

function passwordLinks(accounts: readonly string[]): Comparison {
  const request = (email: string) =>
    fetch(`${origin}/api/v1/links/forgotten-password`, {
      method: "POST",
      headers: OWN_PAGE,
      body: JSON.stringify({ email }),
    });
  return {
    ...{ name: "a forgotten password", times: times / 2, tooMuch: { ms: 10, bytes: 1 }, before: forgetTries },
    cases: { "with an account": () => request(oneOf(accounts)), "without one": () => request(nobody()) },
  };
}
