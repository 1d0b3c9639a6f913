import { generateKeyPairSync, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import Provider, { type Configuration } from "oidc-provider";

/** A person as the identity provider knows them, by their login. */
export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

export const CLIENT = { id: "countersign", secret: "a-secret-of-the-client-that-nobody-knows" };

/**
 * One key for all providers of a process: a server that has used one provider keeps its key for a while, also when the
 * next test starts another.
 */
const KEY = {
  ...generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" }),
  ...{ use: "sig", alg: "RS256", kid: "1" },
};

export interface IdentityProvider {
  issuer: string;
  /** The people who may sign in, by login. There are no passwords. */
  people: Map<string, ProviderPerson>;
  stop(): Promise<void>;
}

/**
 * A real OpenID Connect provider (`oidc-provider`) on loopback, for tests: its page asks for a login and for
 * nothing else, and consent is taken for granted. In the shape of ORCID it knows the scope `openid` only, tells names
 * and no addresses, does not ask for PKCE, and takes the client's secret in the body.
 */
export async function startIdentityProvider(
  port: number,
  callback: string,
  shape: "institution" | "orcid" = "institution",
): Promise<IdentityProvider> {
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, ProviderPerson>();
  const provider = new Provider(issuer, {
    ...configurationFor(people, callback),
    ...(shape === "orcid" && orcidShape(callback)),
  });
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith("/interaction/")) return void answer(request, response);
    (request.method === "POST" ? finish(provider, request, response) : ask(response, shape)).catch(
      (error) => {
        response.writeHead(500).end(String(error));
      },
    );
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    issuer,
    people,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function ask(response: ServerResponse, shape: "institution" | "orcid") {
  const title = shape === "orcid" ? "ORCID" : "University";
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(`<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>${title}</title><h1>${title}</h1>
    <form method="post"><label>Login <input name="login"></label> <button>Continue</button></form></html>`);
}

async function finish(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  let body = "";
  for await (const chunk of request) body += chunk;
  const accountId = new URLSearchParams(body).get("login") ?? "";
  await provider.interactionFinished(request, response, { login: { accountId } });
}

function clientFor(callback: string) {
  return {
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    redirect_uris: [callback],
    grant_types: ["authorization_code"],
    response_types: ["code" as const],
  };
}

/** ORCID's metadata document: https://orcid.org/.well-known/openid-configuration */
function orcidShape(callback: string): Configuration {
  return {
    clients: [{ ...clientFor(callback), token_endpoint_auth_method: "client_secret_post" }],
    clientAuthMethods: ["client_secret_post"],
    scopes: ["openid"],
    claims: { openid: ["sub", "name", "given_name", "family_name"] },
    pkce: { required: () => false },
  };
}

function configurationFor(people: Map<string, ProviderPerson>, callback: string): Configuration {
  return {
    clients: [clientFor(callback)],
    cookies: { keys: [randomUUID()] },
    jwks: { keys: [KEY] } as Configuration["jwks"],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_, login) => {
      const person = people.get(login);
      return person && { accountId: person.sub, claims: () => ({ ...person }) };
    },
    loadExistingGrant: async (context) => {
      const { client, session, provider } = context.oidc;
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  };
}
