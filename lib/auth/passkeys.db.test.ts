import { afterEach, beforeEach, expect, test } from "vitest";
import { findProviderAccount } from "@/lib/account/data/provider-account";
import { setPassword } from "@/lib/account/data/set-password";
import {
  addPasskey,
  beginConfirmation,
  beginPasskey,
  beginPasskeySignIn,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from "@/lib/auth/data/passkeys";
import {
  confirmSecondFactor,
  findSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  setUpSecondFactor,
  turnOffSecondFactor,
} from "@/lib/auth/data/second-factor";
import { checkPassword } from "@/lib/auth/data/sign-in";
import { changeUser } from "@/lib/auth/data/users";
import { MINUTE } from "@/lib/auth/rules";
import { findSignedIn } from "@/lib/auth/sessions";
import { codeShown } from "@/lib/auth/testing/authenticator";
import { makeAuthenticator } from "@/lib/auth/testing/passkey";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import {
  makePasswordLink,
  makeSession,
  makeSiteAdmin,
  makeUser,
  type TestUser,
} from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

const password = "a password long enough";
const browser = "b".repeat(43);
const now = new Date("2026-11-27T12:00:00Z");
const later = new Date(now.getTime() + 6 * MINUTE);
const { APP_URL } = env();

beforeEach(async () => {
  env().APP_URL = "https://countersign.example.org";
  await db.rateLimit.deleteMany();
});
afterEach(() => {
  env().APP_URL = APP_URL;
  env().SECOND_FACTOR_REQUIRED = "none";
  env().PASSWORD_SIGN_IN = "on";
});

function done<Result extends object>(result: Result): Exclude<Result, { refused: string }> {
  if ("refused" in result) throw new Error(String(result.refused));
  return result as Exclude<Result, { refused: string }>;
}

/** A person with a session, as their browser has. */
async function makePerson() {
  const user = await makeUser({ password });
  const { sid } = await makeSession(user);
  const actor = await findSignedIn(sid);
  if (!actor) throw new Error("not signed in");
  return { ...user, actor };
}

async function makeOwner() {
  const user = await makePerson();
  const authenticator = makeAuthenticator();
  const { options } = done(await beginPasskey(user.actor, { password }, now));
  const passkey = authenticator.register(options);
  const added = done(await addPasskey(user.actor, { name: "Laptop", passkey }, now));
  return { ...user, authenticator, passkeyId: added.id, recoveryCodes: added.recoveryCodes ?? [] };
}

type Owner = Awaited<ReturnType<typeof makeOwner>>;

async function begin(email?: string, at = now) {
  return done(await beginPasskeySignIn({ email }, browser, at)).options;
}

const signIn = async ({ authenticator }: Pick<Owner, "authenticator">, email?: string) =>
  signInWithPasskey(authenticator.answer(await begin(email)), browser, now);

async function confirmed({ actor, authenticator }: Owner) {
  return { passkey: authenticator.answer(done(await beginConfirmation(actor, now)).options) };
}

const withPassword = (user: TestUser, more: object = {}) =>
  checkPassword({ email: user.email, password, ...more }, null, now, browser);

test("a passkey is added for a password, signs in, and comes with recovery codes", async () => {
  const user = await makePerson();
  const authenticator = makeAuthenticator();
  expect(await beginPasskey(user.actor, { password: "a guess" }, now)).toEqual({ refused: "wrong-password" });
  const { options } = done(await beginPasskey(user.actor, { password }, now));
  const elsewhere = await makeSession(user);
  const passkey = authenticator.register(options);
  const added = done(await addPasskey(user.actor, { name: "Laptop", passkey }, now));
  expect(added.recoveryCodes).toHaveLength(10);
  expect(await findSignedIn(elsewhere.sid), "other sessions end").toBeNull();
  expect(await addPasskey(user.actor, { name: "Again", passkey }, now)).toEqual({
    refused: "passkey-refused",
  });
  expect(await signIn({ authenticator })).toEqual({ userId: user.id });
  expect(await signIn({ authenticator }, user.email.toUpperCase())).toEqual({ userId: user.id });
  expect(await listPasskeys(user.actor)).toMatchObject([{ name: "Laptop", lastUsedAt: now }]);
  const rows = await db.auditLog.findMany({ where: { actorId: user.id }, orderBy: { id: "asc" } });
  expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(["passkey.added", "passkey.used"]));
});

test("with a passkey a password needs it, or a recovery code, and it counts where a role requires a second factor", async () => {
  env().SECOND_FACTOR_REQUIRED = "everyone";
  const owner = await makeOwner();
  const asked = await withPassword(owner);
  expect(asked).toMatchObject({ refused: "second-factor-needed", detail: { app: false } });
  const { passkey: options } = (asked as { detail: unknown }).detail as { passkey: Record<string, unknown> };
  const passkey = owner.authenticator.answer(options);
  expect(await checkPassword({ email: owner.email, password, passkey }, null, now, "c".repeat(43))).toEqual({
    refused: "passkey-refused",
  });
  expect(await withPassword(owner, { passkey }), "spent in another browser").toEqual({
    refused: "passkey-refused",
  });
  const again = (await withPassword(owner)) as unknown as { detail: { passkey: Record<string, unknown> } };
  expect(await withPassword(owner, { passkey: owner.authenticator.answer(again.detail.passkey) })).toEqual({
    userId: owner.id,
  });
  expect(await withPassword(owner, { code: owner.recoveryCodes[0] })).toEqual({ userId: owner.id });
  expect(await signIn(owner)).toEqual({ userId: owner.id });
});

test("an answer works once, in the browser that asked, within minutes, and for what was asked", async () => {
  const owner = await makeOwner();
  const { authenticator } = owner;
  const refusal = { refused: "passkey-refused" };
  const answer = authenticator.answer(await begin());
  const at = await Promise.all([1, 2, 3].map(() => signInWithPasskey(answer, browser, now)));
  expect(at.filter((one) => "userId" in one)).toHaveLength(1);
  expect(await signInWithPasskey(answer, browser, now), "replayed").toEqual(refusal);
  expect(await signInWithPasskey(authenticator.answer(await begin()), "c".repeat(43), now)).toEqual(refusal);
  expect(await signInWithPasskey(authenticator.answer(await begin()), browser, later)).toEqual(refusal);
  expect(
    await signInWithPasskey((await confirmed(owner)).passkey, browser, now),
    "for a confirmation",
  ).toEqual(refusal);
  const made = authenticator.answer({ challenge: "bWFkZSB1cA" });
  expect(await signInWithPasskey(made, browser, now), "a challenge of its own").toEqual(refusal);
});

test("a wrong origin, another person's passkey and an unknown one are refused", async () => {
  const [owner, other] = [await makeOwner(), await makeOwner()];
  const refusal = { refused: "passkey-refused" };
  expect(await signIn(other, owner.email)).toEqual(refusal);
  expect(await signIn(owner, "nobody@example.org")).toEqual(refusal);
  expect(await removePasskey(owner.actor, owner.passkeyId, await confirmed(other), now)).toEqual(refusal);
  const options = await begin();
  const mine = owner.authenticator.answer(options);
  const theirs = other.authenticator.answer(options);
  expect(await signInWithPasskey({ ...mine, id: theirs.id, rawId: theirs.rawId }, browser, now)).toEqual(
    refusal,
  );
  expect(await signIn({ authenticator: makeAuthenticator() })).toEqual(refusal);

  const elsewhere = makeAuthenticator("https://countersign.example.com");
  const { options: asked } = done(await beginPasskey(owner.actor, await confirmed(owner), now));
  const add = { name: "Elsewhere", passkey: elsewhere.register(asked) };
  expect(await addPasskey(owner.actor, add, now)).toEqual(refusal);
  const begun = done(await beginPasskey(owner.actor, await confirmed(owner), now));
  const right = makeAuthenticator().register(begun.options);
  expect(await addPasskey(other.actor, { name: "Taken", passkey: right }, now), "asked by another").toEqual(
    refusal,
  );
});

test("a count that goes back is refused: the passkey was copied", async () => {
  const owner = await makeOwner();
  expect(await signIn(owner)).toEqual({ userId: owner.id });
  expect(await signIn(owner)).toEqual({ userId: owner.id });
  owner.authenticator.countFrom(0);
  expect(await signIn(owner)).toEqual({ refused: "passkey-refused" });
  expect(await db.auditLog.count({ where: { action: "passkey.refused", subjectId: owner.passkeyId } })).toBe(
    1,
  );
});

test("an account has several named passkeys of its own; removing the last one removes the recovery codes", async () => {
  const [owner, other] = [await makeOwner(), await makeOwner()];
  expect(await beginPasskey(owner.actor, { password }, now)).toEqual({ refused: "second-factor-on" });
  const second = makeAuthenticator();
  const { options } = done(await beginPasskey(owner.actor, await confirmed(owner), now));
  expect(options).toMatchObject({ excludeCredentials: [{ id: expect.any(String) }] });
  const passkey = second.register(options);
  const added = done(await addPasskey(owner.actor, { name: "Key", passkey }, now));
  expect(added.recoveryCodes, "those from before stay").toBeNull();
  expect(await renamePasskey(owner.actor, added.id, "Blue key")).toEqual({ id: added.id });
  expect(await renamePasskey(other.actor, added.id, "Mine")).toBeNull();
  expect(await removePasskey(other.actor, added.id, { code: "x" }, now)).toBeNull();
  expect((await listPasskeys(owner.actor)).map(({ name }) => name).sort()).toEqual(["Blue key", "Laptop"]);

  const publicKey = new Uint8Array(1);
  const more = Array.from({ length: 18 }, (_, at) => `${owner.id}_${at}`);
  await db.passkey.createMany({
    data: more.map((credentialId) => ({ userId: owner.id, name: "Another", credentialId, publicKey })),
  });
  expect(await beginPasskey(owner.actor, await confirmed(owner), now)).toEqual({
    refused: "too-many-passkeys",
  });
  await db.passkey.deleteMany({ where: { credentialId: { in: more } } });

  const elsewhere = await makeSession(owner);
  expect(await removePasskey(owner.actor, added.id, await confirmed(owner), now)).toEqual({ removed: true });
  expect(await findSignedIn(elsewhere.sid)).toBeNull();
  expect(await signIn({ authenticator: second })).toEqual({ refused: "passkey-refused" });
  expect(await findSecondFactor(owner.actor)).toEqual({ on: false, passkeys: 1, recoveryCodes: 10 });
  const [code = ""] = owner.recoveryCodes;
  expect(await removePasskey(owner.actor, owner.passkeyId, { code }, now)).toEqual({ removed: true });
  expect(await findSecondFactor(owner.actor)).toEqual({ on: false, passkeys: 0, recoveryCodes: 0 });
  expect(await withPassword(owner)).toEqual({ userId: owner.id });
});

test("a passkey confirms what a code of the app confirms, and the app can go while it stays", async () => {
  const owner = await makeOwner();
  const { secret } = done(await setUpSecondFactor(owner.actor, { password }, now));
  const code = codeShown(secret, now);
  expect(await beginPasskey(owner.actor, { code }, now), "of an app that is not confirmed").toEqual({
    refused: "second-factor-wrong",
  });
  done(await confirmSecondFactor(owner.actor, { code }, now));
  expect(done(await renewRecoveryCodes(owner.actor, await confirmed(owner), now)).recoveryCodes).toHaveLength(
    10,
  );
  expect(await turnOffSecondFactor(owner.actor, await confirmed(owner), now)).toEqual({ removed: true });
  expect(await findSecondFactor(owner.actor)).toEqual({ on: false, passkeys: 1, recoveryCodes: 10 });
});

test("a disabled account, one that a site admin reset and one without a password do not sign in with a passkey", async () => {
  const [disabled, reset, moved] = [await makeOwner(), await makeOwner(), await makeOwner()];
  const { actor } = await makeSiteAdmin();
  const answer = disabled.authenticator.answer(await begin());
  done((await changeUser(actor, disabled.id, { disabled: true })) ?? {});
  expect(await signInWithPasskey(answer, browser, now)).toEqual({ refused: "account-disabled" });
  expect(await resetSecondFactor(actor, reset.id)).toEqual({ removed: true });
  expect(await signIn(reset)).toEqual({ refused: "passkey-refused" });
  await db.user.update({ where: { id: moved.id }, data: { passwordHash: null } });
  expect(await signIn(moved)).toEqual({ refused: "passkey-refused" });
  env().PASSWORD_SIGN_IN = "off";
  expect(await beginPasskeySignIn({}, browser, now)).toEqual({ refused: "passwords-off" });
});

test("after a password is chosen by a link a second factor stays needed, and a passkey needs that password once", async () => {
  const owner = await makeOwner();
  // An intruder who is in the account adds a passkey of their own.
  const theirs = makeAuthenticator();
  const { options } = done(await beginPasskey(owner.actor, await confirmed(owner), now));
  done(await addPasskey(owner.actor, { name: "Theirs", passkey: theirs.register(options) }, now));
  const next = "another password long enough";
  const token = (await makePasswordLink(owner)).split("/").at(-1) ?? "";
  expect(await setPassword({ token, password: next })).toEqual({ email: owner.email });
  const asked = async () =>
    (await withPassword(owner, { password: next })) as unknown as {
      refused: string;
      detail: { passkey: Record<string, unknown> };
    };
  expect(await asked()).toMatchObject({ refused: "second-factor-needed" });
  const refused = { refused: "passkey-needs-password" };
  expect(await signIn({ authenticator: theirs })).toEqual(refused);
  expect(await signIn(owner)).toEqual(refused);
  const passkey = owner.authenticator.answer((await asked()).detail.passkey);
  expect(await withPassword(owner, { password: next, passkey })).toEqual({ userId: owner.id });
  expect(await signIn(owner)).toEqual({ userId: owner.id });
  expect(await signIn({ authenticator: theirs })).toEqual(refused);
  const [code = ""] = owner.recoveryCodes;
  expect(await withPassword(owner, { password: next, code })).toEqual({ userId: owner.id });
});

test("the owner of an address who comes through their institution ends passkeys from before", async () => {
  const { id: projectId } = await makeProject();
  const owner = await makeOwner();
  await db.user.update({ where: { id: owner.id }, data: { createdInId: projectId } });
  const identity = {
    issuer: "https://id.uni.edu",
    subject: owner.id,
    email: owner.email,
    name: "Ada",
    groups: [],
  };
  const provider = {
    ...{
      id: "oidc" as const,
      issuer: identity.issuer,
      clientId: "id",
      clientSecret: "secret",
      label: "University",
    },
    ...{ scope: "openid email", hasAddresses: true, domains: [], createsAccounts: false },
    ...{ groupsClaim: "groups", groupRoles: {} },
  };
  expect(await findProviderAccount(provider, identity)).toEqual({ userId: owner.id });
  expect(await db.passkey.count({ where: { userId: owner.id } })).toBe(0);
  expect(await db.recoveryCode.count({ where: { userId: owner.id } })).toBe(0);
});

test.each(["http://countersign.example.org", "https://192.0.2.7", "https://[2001:db8::7]"])(
  "no passkey is asked for at %s",
  async (address) => {
    env().APP_URL = address;
    expect(await beginPasskeySignIn({}, browser, now)).toEqual({ refused: "passkeys-impossible" });
  },
);
