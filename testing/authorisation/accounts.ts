import { randomUUID } from "node:crypto";
import { db } from "@/lib/database/db";
import {
  EVERYBODY_SIGNED_IN,
  type Fixture,
  PERSONAS,
  type Persona,
  type RouteCases,
} from "@/testing/authorisation/case";
import { makeSession, makeToken, makeUser } from "@/testing/builders/people";

const everybody = [...PERSONAS];
const noLink = "x".repeat(43);

const passkey = { id: "unknown", rawId: "unknown", type: "public-key" };
const client = { clientDataJSON: "e30" };

async function passkeyOf({ id: userId }: { id: string }): Promise<string> {
  const credentialId = randomUUID();
  const data = { userId, credentialId, name: "Laptop", publicKey: new Uint8Array(1) };
  return (await db.passkey.create({ data })).id;
}

/** The only way to sign in of a person. */
async function identityOf({ id: userId }: { id: string }): Promise<string> {
  await db.identity.deleteMany({ where: { userId } });
  return (await db.identity.create({ data: { userId, issuer: "https://github.com", subject: randomUUID() } }))
    .id;
}

/** The calling account, or another if the caller is signed out. */
async function personOf(fixture: Fixture, asker: Persona) {
  return asker === "nobody" ? makeUser() : fixture.people[asker];
}

export const cases: RouteCases = {
  "GET /api/v1/health": { may: everybody },
  "GET /api/v1/health/live": { may: everybody },
  "GET /api/v1/openapi.json": { may: everybody },

  "GET /api/auth/[...nextauth]": { may: everybody, params: () => ({ nextauth: ["csrf"] }) },
  // Without the CSRF token, neither signing in nor out works.
  "POST /api/auth/[...nextauth]": {
    may: everybody,
    answers: 403,
    params: () => ({ nextauth: ["signout"] }),
    body: () => ({ csrfToken: "none" }),
  },
  // Without an identity provider there is nothing here.
  "GET /api/auth/[provider]/start": { may: everybody, answers: 404, params: () => ({ provider: "github" }) },
  "GET /api/auth/[provider]/callback": {
    may: everybody,
    answers: 404,
    params: () => ({ provider: "orcid" }),
  },
  "POST /api/v1/links/first-admin": {
    may: everybody,
    answers: 410,
    body: () => ({ token: noLink, email: "first@example.org", name: "First", password: "a long enough one" }),
  },
  // Without a mail server no link is sent.
  "POST /api/v1/links/forgotten-password": {
    may: everybody,
    answers: 409,
    body: () => ({ email: "somebody@example.org" }),
  },
  "POST /api/v1/links/set-password": {
    may: everybody,
    answers: 410,
    body: () => ({ token: noLink, password: "a long enough one" }),
  },

  "POST /api/v1/links/invitation": {
    may: everybody,
    answers: 410,
    body: () => ({ token: noLink, name: "Invited", password: "a long enough one" }),
  },
  "POST /api/v1/links/invitation/accept": {
    may: EVERYBODY_SIGNED_IN,
    answers: 410,
    body: () => ({ token: noLink }),
  },

  "GET /api/v1/account": { may: EVERYBODY_SIGNED_IN },
  "PATCH /api/v1/account": { may: EVERYBODY_SIGNED_IN, body: () => ({ name: "Another Name" }) },
  "GET /api/v1/account/data": { may: EVERYBODY_SIGNED_IN },
  "DELETE /api/v1/account": { may: EVERYBODY_SIGNED_IN },
  "GET /api/v1/account/inbox": { may: EVERYBODY_SIGNED_IN, query: () => ({ unread: "true" }) },
  "GET /api/v1/account/inbox/unread": { may: EVERYBODY_SIGNED_IN },
  "POST /api/v1/account/inbox/marks": { may: EVERYBODY_SIGNED_IN, body: () => ({ read: true }) },
  "GET /api/v1/account/notices": { may: EVERYBODY_SIGNED_IN },
  "PUT /api/v1/account/notices": {
    may: EVERYBODY_SIGNED_IN,
    body: () => ({ choices: { "new-work": "daily" } }),
  },
  "POST /api/v1/account/password": {
    may: EVERYBODY_SIGNED_IN,
    answers: 422,
    body: () => ({ current: "not the password", password: "a long enough one" }),
  },
  "GET /api/v1/account/identities": { may: EVERYBODY_SIGNED_IN },
  // Without a provider there is nothing to link.
  "POST /api/v1/account/identities": {
    may: EVERYBODY_SIGNED_IN,
    answers: 404,
    body: () => ({ provider: "github", proof: { password: "not the password" } }),
  },
  "DELETE /api/v1/account/identities/[identity]": {
    may: EVERYBODY_SIGNED_IN,
    answers: 409,
    params: async (fixture, asker) => ({ identity: await identityOf(await personOf(fixture, asker)) }),
    foreign: async () => ({ identity: await identityOf(await makeUser()) }),
    body: () => ({ proof: { password: "of an account without one" } }),
  },
  "GET /api/v1/account/passkeys": { may: EVERYBODY_SIGNED_IN },
  // An answer to no challenge.
  "POST /api/v1/account/passkeys": {
    may: EVERYBODY_SIGNED_IN,
    answers: 422,
    body: () => ({
      name: "Laptop",
      passkey: { ...passkey, response: { ...client, attestationObject: "o" } },
    }),
  },
  "POST /api/v1/account/passkeys/options": {
    may: EVERYBODY_SIGNED_IN,
    answers: 403,
    body: () => ({ password: "not the password" }),
  },
  // Without a passkey there is nothing to confirm with.
  "POST /api/v1/account/passkeys/confirmation": { may: EVERYBODY_SIGNED_IN, answers: 409 },
  "PATCH /api/v1/account/passkeys/[passkey]": {
    may: EVERYBODY_SIGNED_IN,
    params: async (fixture, asker) => ({ passkey: await passkeyOf(await personOf(fixture, asker)) }),
    foreign: async () => ({ passkey: await passkeyOf(await makeUser()) }),
    body: () => ({ name: "Telephone" }),
  },
  "DELETE /api/v1/account/passkeys/[passkey]": {
    may: EVERYBODY_SIGNED_IN,
    answers: 422,
    params: async (fixture, asker) => ({ passkey: await passkeyOf(await personOf(fixture, asker)) }),
    foreign: async () => ({ passkey: await passkeyOf(await makeUser()) }),
    body: () => ({ code: "000000" }),
  },
  "POST /api/auth/passkey/options": { may: everybody, body: () => ({ email: "nobody@example.org" }) },
  "POST /api/auth/passkey": {
    may: everybody,
    answers: 422,
    body: () => ({
      passkey: { ...passkey, response: { ...client, authenticatorData: "d", signature: "s" } },
    }),
  },
  // With a wrong password or code.
  "POST /api/v1/account/second-factor": {
    may: EVERYBODY_SIGNED_IN,
    answers: 422,
    body: () => ({ password: "not the password" }),
  },
  "DELETE /api/v1/account/second-factor": {
    may: EVERYBODY_SIGNED_IN,
    answers: 422,
    body: () => ({ code: "000000" }),
  },
  "POST /api/v1/account/second-factor/confirm": {
    may: EVERYBODY_SIGNED_IN,
    answers: 422,
    body: () => ({ code: "000000" }),
  },
  "POST /api/v1/account/second-factor/recovery-codes": {
    may: EVERYBODY_SIGNED_IN,
    answers: 422,
    body: () => ({ code: "000000" }),
  },
  "GET /api/v1/sessions": { may: EVERYBODY_SIGNED_IN },
  "DELETE /api/v1/sessions": { may: EVERYBODY_SIGNED_IN },
  "DELETE /api/v1/sessions/[session]": {
    may: EVERYBODY_SIGNED_IN,
    params: async (fixture, asker) => {
      const { id } = await personOf(fixture, asker);
      await makeSession({ id });
      const session = await db.session.findFirstOrThrow({
        where: { userId: id },
        orderBy: { createdAt: "desc" },
      });
      return { session: session.id };
    },
    foreign: async () => {
      const { id } = await makeUser();
      await makeSession({ id });
      return { session: (await db.session.findFirstOrThrow({ where: { userId: id } })).id };
    },
  },
  "GET /api/v1/tokens": { may: EVERYBODY_SIGNED_IN },
  "POST /api/v1/tokens": { may: EVERYBODY_SIGNED_IN, body: () => ({ name: "Laptop", days: 30 }) },
  "DELETE /api/v1/tokens/[token]": {
    may: EVERYBODY_SIGNED_IN,
    params: async (fixture, asker) => ({ token: (await makeToken(await personOf(fixture, asker))).id }),
    foreign: async () => ({ token: (await makeToken(await makeUser())).id }),
  },

  "GET /api/v1/users": { may: ["site admin"], otherwise: 403 },
  "POST /api/v1/users": {
    may: ["site admin"],
    otherwise: 403,
    body: () => ({ email: `${randomUUID()}@example.org`, name: "Somebody New" }),
  },
  "PATCH /api/v1/users/[user]": {
    may: ["site admin"],
    otherwise: 403,
    params: async () => ({ user: (await makeUser()).id }),
    body: () => ({ disabled: true }),
  },
  "DELETE /api/v1/users/[user]": {
    may: ["site admin"],
    otherwise: 403,
    params: async () => ({ user: (await makeUser()).id }),
  },
  "DELETE /api/v1/users/[user]/second-factor": {
    may: ["site admin"],
    otherwise: 403,
    params: async () => ({ user: (await makeUser()).id }),
  },
  "POST /api/v1/users/[user]/link": {
    may: ["site admin"],
    otherwise: 403,
    params: async () => ({ user: (await makeUser()).id }),
  },
};
