import { afterEach, beforeEach, expect, test } from "vitest";
import {
  confirmSecondFactor,
  findSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  setUpSecondFactor,
  turnOffSecondFactor,
} from "@/lib/auth/data/second-factor";
import { checkPassword } from "@/lib/auth/data/sign-in";
import { MINUTE } from "@/lib/auth/rules";
import { findSignedIn } from "@/lib/auth/sessions";
import { codeShown, readSecret } from "@/lib/auth/testing/authenticator";
import { db, pool } from "@/lib/database/db";
import { env } from "@/lib/env";
import { makeMember, makeSession, makeSiteAdmin, makeUser, type TestUser } from "@/testing/builders/people";

const password = "a password long enough";
const start = new Date("2026-11-23T12:00:00Z");
const at = (steps: number) => new Date(start.getTime() + steps * 30_000);

beforeEach(() => db.rateLimit.deleteMany());
afterEach(() => {
  env().SECOND_FACTOR_REQUIRED = "none";
});

async function makeProtected() {
  const user = await makeUser({ password });
  const setup = await setUpSecondFactor(user.actor, { password }, start);
  if ("refused" in setup) throw new Error(setup.refused);
  const confirmed = await confirmSecondFactor(user.actor, { code: codeShown(setup.secret, start) }, start);
  if ("refused" in confirmed) throw new Error(confirmed.refused);
  return { ...user, secret: setup.secret, recoveryCodes: confirmed.recoveryCodes };
}

const signIn = (user: TestUser, code?: string, now = start) =>
  checkPassword({ email: user.email, password, code }, null, now);

test("from the first code on a password alone does not sign in", async () => {
  const user = await makeUser({ password });
  expect(await setUpSecondFactor(user.actor, { password: "a guess" }, start)).toEqual({
    refused: "wrong-password",
  });
  const setup = await setUpSecondFactor(user.actor, { password }, start);
  if ("refused" in setup) throw new Error(setup.refused);
  expect(await signIn(user)).toEqual({ userId: user.id });
  expect(await confirmSecondFactor(user.actor, { code: "000000" }, start)).toEqual({
    refused: "second-factor-wrong",
  });
  const elsewhere = await makeSession(user);
  const code = codeShown(setup.secret, start);
  const confirmed = await confirmSecondFactor(user.actor, { code }, start);
  expect(confirmed).toEqual({ recoveryCodes: expect.any(Array) });
  expect(await findSignedIn(elsewhere.sid)).toBeNull();
  expect(await findSecondFactor(user.actor)).toEqual({ on: true, passkeys: 0, recoveryCodes: 10 });

  expect(await signIn(user)).toMatchObject({ refused: "second-factor-needed", detail: { passkey: null } });
  expect(await signIn(user, code), "the code that confirmed").toEqual({ refused: "second-factor-wrong" });
  expect(await signIn(user, codeShown(setup.secret, at(1)), at(1))).toEqual({ userId: user.id });
  expect(await setUpSecondFactor(user.actor, { password }, at(60))).toEqual({ refused: "second-factor-on" });
});

test("a wrong password is refused before a code is looked at", async () => {
  const user = await makeProtected();
  const guess = { email: user.email, password: "a guess", code: codeShown(user.secret, at(1)) };
  expect(await checkPassword(guess, null, at(1))).toEqual({ refused: "sign-in-failed" });
  expect(await signIn(user, guess.code, at(1)), "the code is not spent").toEqual({ userId: user.id });
});

test("a code works once, also when it is sent twice at the same moment, and earlier codes do not work after it", async () => {
  const user = await makeProtected();
  const [before, now] = [codeShown(user.secret, at(2)), codeShown(user.secret, at(3))];
  const answers = await Promise.all([1, 2, 3].map(() => signIn(user, now, at(3))));
  expect(answers.filter((one) => "userId" in one)).toHaveLength(1);
  expect(await signIn(user, before, at(3))).toEqual({ refused: "second-factor-wrong" });
});

test("code guesses are limited, and the lock ends by itself", async () => {
  const user = await makeProtected();
  await db.rateLimit.deleteMany();
  const results: string[] = [];
  for (let n = 0; n < 8; n += 1) {
    const result = await signIn(user, String(100_000 + n), at(4));
    results.push("refused" in result ? result.refused : "in");
  }
  expect(results.filter((one) => one === "second-factor-wrong")).toHaveLength(6);
  expect(await signIn(user, codeShown(user.secret, at(4)), at(4))).toEqual({ refused: "too-many-attempts" });
  const later = new Date(at(4).getTime() + 10 * MINUTE);
  expect(await signIn(user, codeShown(user.secret, later), later)).toEqual({ userId: user.id });
});

test("a recovery code works once, however it is typed, and new ones end the old", async () => {
  const user = await makeProtected();
  const [first = "", second = ""] = user.recoveryCodes;
  expect(await signIn(user, ` ${first.toUpperCase().replaceAll("-", " ")} `)).toEqual({ userId: user.id });
  expect(await signIn(user, first)).toEqual({ refused: "second-factor-wrong" });
  expect(await findSecondFactor(user.actor)).toEqual({ on: true, passkeys: 0, recoveryCodes: 9 });
  await db.rateLimit.deleteMany();
  const renewed = await renewRecoveryCodes(user.actor, { code: codeShown(user.secret, at(5)) }, at(5));
  if ("refused" in renewed) throw new Error(renewed.refused);
  expect(new Set([...renewed.recoveryCodes, ...user.recoveryCodes]).size).toBe(20);
  expect(await signIn(user, second, at(5))).toEqual({ refused: "second-factor-wrong" });
});

test("only a code or a site admin switches the second factor off", async () => {
  const [user, other] = [await makeProtected(), await makeProtected()];
  expect(await turnOffSecondFactor(user.actor, { code: "123456" }, at(6))).toEqual({
    refused: "second-factor-wrong",
  });
  expect(await turnOffSecondFactor(user.actor, { code: codeShown(user.secret, at(6)) }, at(6))).toEqual({
    removed: true,
  });
  expect(await signIn(user)).toEqual({ userId: user.id });
  expect(await findSecondFactor(user.actor)).toEqual({ on: false, passkeys: 0, recoveryCodes: 0 });

  const session = await makeSession(other);
  const { actor } = await makeSiteAdmin();
  expect(await resetSecondFactor(actor, other.id)).toEqual({ removed: true });
  expect(await findSignedIn(session.sid)).toBeNull();
  expect(await signIn(other)).toEqual({ userId: other.id });
  expect(await resetSecondFactor(actor, crypto.randomUUID())).toBeNull();
});

test("an account whose role requires a second factor sets it up at sign-in", async () => {
  env().SECOND_FACTOR_REQUIRED = "researcher";
  const annotator = await makeMember("annotator", { user: await makeUser({ password }) });
  const researcher = await makeMember("researcher", { user: await makeUser({ password }) });
  expect(await signIn(annotator)).toEqual({ userId: annotator.id });
  const asked = await signIn(researcher);
  if (!("refused" in asked)) throw new Error("signed in without an app");
  expect(asked.refused).toBe("second-factor-setup");
  const { secret } = asked.detail as { secret: string };
  expect(await signIn(researcher), "the same secret again").toEqual(asked);
  const later = await signIn(await makeMember("researcher", { user: await makeUser({ password }) }));
  expect(later).not.toEqual(asked);
  const pending = await makeMember("researcher", { user: await makeUser({ password }) });
  const before = await signIn(pending);
  expect(await signIn(pending, undefined, at(29)), "within a quarter of an hour").toEqual(before);
  expect(await signIn(pending, undefined, at(31)), "and another one after it").not.toEqual(before);
  expect(await signIn(researcher, "000000")).toEqual({ refused: "second-factor-wrong" });
  expect(await signIn(researcher, codeShown(secret, start))).toEqual({ userId: researcher.id });
  expect(await signIn(researcher)).toMatchObject({ refused: "second-factor-needed" });
  env().SECOND_FACTOR_REQUIRED = "site-admin";
  const admin = await makeSiteAdmin({ password });
  expect(await checkPassword({ email: admin.email, password }, null, start)).toMatchObject({
    refused: "second-factor-setup",
  });
});

test("neither secrets nor recovery codes can be read from the database, and only sealed secrets are there", async () => {
  const user = await makeProtected();
  const bytes = readSecret(user.secret);
  const { rows } = await pool.query(
    `SELECT coalesce(json_agg(f)::text, '') || (SELECT json_agg(c)::text FROM "RecoveryCode" c)
       || (SELECT json_agg(a)::text FROM "AuditLog" a) AS text FROM "SecondFactor" f`,
  );
  const text = String(rows[0]?.text);
  expect(text).toContain(user.id);
  const forms = [user.secret, bytes.toString("hex"), bytes.toString("base64url"), ...user.recoveryCodes];
  for (const form of forms) expect(text).not.toContain(form);
});
