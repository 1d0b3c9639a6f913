import { makeMember, makeSession, makeSiteAdmin, makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

/*
 * Permissions as data: one case for every method of every route. `authorisation.db.test.ts` fails when a
 * route has no case, and runs each case against the real handler and database:
 *
 * - every persona in `PERSONAS` sends a valid request: those in `may` succeed, the others are refused;
 * - every id is replaced by a random, a malformed and a foreign one, each with the same 404;
 * - a change from a foreign page, as a form or with an unknown field is refused;
 * - a refused request changes nothing.
 *
 * To add a route, add its lines to the file of its area here (any file beside this one is read):
 *
 *     export const cases: Cases = {
 *       "PATCH /api/v1/projects/[project]/batches/[batch]": {
 *         may: ["researcher", "admin", "site admin"],
 *         params: async ({ study }) => ({ project: study.id, batch: (await makeBatch({ project: study })).id }),
 *         foreign: async ({ otherStudy }) => ({ project: otherStudy.id, batch: (await makeBatch(…)).id }),
 *         body: () => ({ name: "Second round" }),
 *       },
 *     };
 *
 * `params`, `query` and `body` are called again after each successful request, so that whatever it consumed is
 * created anew, and for every persona if one of them takes the caller. Refused requests share one target.
 */

export const PERSONAS = [
  "nobody",
  "annotator",
  "other annotator",
  "researcher",
  "admin",
  "site admin",
  "outsider",
  "admin elsewhere",
  "disabled member",
  "disabled account",
] as const;
export type Persona = (typeof PERSONAS)[number];

/** Every persona with an active account. */
export const EVERYBODY_SIGNED_IN: Persona[] = PERSONAS.filter(
  (persona) => persona !== "nobody" && persona !== "disabled account",
);

/** Every member of the study. */
export const MEMBERS: Persona[] = ["annotator", "other annotator", "researcher", "admin", "site admin"];

export type Fixture = Awaited<ReturnType<typeof makeFixture>>;

/** Two studies. Most personas are in the first; `admin elsewhere` is the admin of the other. */
export async function makeFixture() {
  const [study, otherStudy] = [await makeProject(), await makeProject()];
  const disabledAccount = await makeUser({ disabled: true });
  const people = {
    annotator: await makeMember("annotator", { project: study }),
    "other annotator": await makeMember("annotator", { project: study }),
    researcher: await makeMember("researcher", { project: study }),
    admin: await makeMember("admin", { project: study }),
    "site admin": await makeSiteAdmin(),
    outsider: await makeUser(),
    "admin elsewhere": await makeMember("admin", { project: otherStudy }),
    "disabled member": await makeMember("admin", { project: study, disabled: true }),
    "disabled account": await makeMember("admin", { project: study, user: disabledAccount }),
  };
  // No persona is the last of their role, so that each may be removed.
  await makeSiteAdmin();
  for (const project of [study, otherStudy]) await makeMember("admin", { project });
  const cookies = new Map<Persona, string>();
  for (const persona of PERSONAS) {
    if (persona === "nobody") continue;
    const { cookie } = await makeSession(people[persona]);
    cookies.set(persona, `${cookie.name}=${cookie.value}`);
  }
  return { study, otherStudy, people, cookies };
}

type Ids = Record<string, string | string[]>;

export interface RouteCase {
  /** Personas with access. */
  may: Persona[];
  /** Status for other signed-in personas; 404 unless the route reveals that it exists. */
  otherwise?: 403 | 404;
  /** Status for personas with access; any success by default. */
  answers?: number;
  params?: (fixture: Fixture, asker: Persona) => Ids | Promise<Ids>;
  /** Ids of another study or person. Each in turn replaces a valid one. */
  foreign?: (fixture: Fixture) => Record<string, string> | Promise<Record<string, string>>;
  query?: (fixture: Fixture, asker: Persona) => Record<string, string> | Promise<Record<string, string>>;
  body?: (fixture: Fixture, asker: Persona) => unknown;
}

/** By method and path, as in the file system: "PATCH /api/v1/projects/[project]". */
export type RouteCases = Record<`${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /api/${string}`, RouteCase>;
