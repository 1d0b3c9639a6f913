import { expect, test } from "vitest";
import { changeAccount, findOwnKeys, viewAccount } from "@/lib/auth/data/account";
import { ChangeAccount } from "@/lib/auth/schema";
import { findSignedIn } from "@/lib/auth/sessions";
import { db } from "@/lib/database/db";
import { makeSession, makeUser } from "@/testing/builders/people";

test("an account chooses its language, which every session has and null resets", async () => {
  const [{ actor, id }, other] = [await makeUser(), await makeUser()];
  const { sid } = await makeSession({ id });
  expect(await findSignedIn(sid)).toMatchObject({ language: null });
  expect(await changeAccount(actor, { language: "ar" })).toMatchObject({ language: "ar", name: actor.name });
  expect(await findSignedIn(sid)).toMatchObject({ language: "ar" });
  const theirs = await db.user.findUniqueOrThrow({ where: { id: other.id }, select: { language: true } });
  expect(theirs).toEqual({ language: null });
  await changeAccount(actor, { language: null });
  expect(await findSignedIn(sid)).toMatchObject({ language: null });
});

test("own shortcuts are stored as chosen, all at once, and audited", async () => {
  const { actor, id } = await makeUser();
  expect(await findOwnKeys(actor)).toEqual({});
  await changeAccount(actor, { keys: { accept: "g", submit: "mod+." } });
  expect(await findOwnKeys(actor)).toEqual({ accept: "g", submit: "mod+." });
  await changeAccount(actor, { keys: { accept: "h" } });
  expect(await viewAccount(actor)).toMatchObject({ keys: { accept: "h" } });
  const entries = await db.auditLog.findMany({ where: { subjectId: id, action: "account.changed" } });
  expect(entries).toHaveLength(2);
});

test("ambiguous shortcuts, and keys that never reach the page, are refused", async () => {
  const { actor } = await makeUser();
  await changeAccount(actor, { keys: { accept: "g" } });
  for (const keys of [{ accept: "x" }, { accept: "b", remove: "b" }, { undo: "mod+w" }])
    expect(await changeAccount(actor, { keys })).toEqual({ refused: "keys-clash" });
  expect(await findOwnKeys(actor)).toEqual({ accept: "g" });
});

test("a stored shortcut that is no longer valid falls back to the default", async () => {
  const { actor, id } = await makeUser();
  await db.user.update({ where: { id }, data: { keys: { accept: "x" } } });
  expect(await findOwnKeys(actor)).toEqual({});
  await db.user.update({ where: { id }, data: { keys: { once: "there" } } });
  expect(await findOwnKeys(actor)).toEqual({});
});

test("only supported languages can be stored", async () => {
  expect(ChangeAccount.safeParse({ language: "tlh" }).success).toBe(false);
  expect(ChangeAccount.safeParse({}).success).toBe(false);
  const { id } = await makeUser();
  await expect(db.user.update({ where: { id }, data: { language: "tlh" } })).rejects.toThrow(
    /User_language_check/,
  );
});
