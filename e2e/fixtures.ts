import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import axe, { type AxeResults, type RunOnly, type run } from "axe-core";
import {
  makeMember,
  makeSession,
  makeSiteAdmin,
  type TestMember,
  type TestUser,
} from "@/testing/builders/people";

type Role = "admin" | "researcher" | "annotator";

interface Fixtures {
  /** Creates a person with this role in a new project, or takes an existing one, and signs `page` in. */
  signIn: {
    <R extends Role>(role: R): Promise<TestMember<R>>;
    (role: "site-admin"): Promise<Awaited<ReturnType<typeof makeSiteAdmin>>>;
    <U extends Pick<TestUser, "id">>(person: U): Promise<U>;
  };
  /** A page in another browser, signed in as this person. */
  browserOf: (person: Pick<TestUser, "id">) => Promise<Page>;
  /**
   * A test fails when a page reports an error, or the content security policy blocks something. Expected
   * messages are declared here.
   */
  expectError: (message: RegExp) => void;
  troubles: { watch: (context: BrowserContext) => Promise<void>; expected: RegExp[] };
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are used from the pattern
  troubles: async ({}, use) => {
    const seen: string[] = [];
    const expected: RegExp[] = [];
    await use({ expected, watch: (context) => watch(context, (trouble) => seen.push(trouble)) });
    const unexpected = seen.filter((trouble) => !expected.some((message) => message.test(trouble)));
    expect(unexpected, "what the pages complained about").toEqual([]);
  },

  expectError: async ({ troubles }, use) => {
    await use((message) => troubles.expected.push(message));
  },

  context: async ({ context, troubles }, use) => {
    await troubles.watch(context);
    await use(context);
  },

  page: async ({ page }, use) => {
    await use(patient(page));
  },

  signIn: async ({ context }, use) => {
    await use((async (who: Role | "site-admin" | Pick<TestUser, "id">) => {
      const person = await personFor(who);
      await context.addCookies([(await makeSession(person)).cookie]);
      return person;
    }) as Fixtures["signIn"]);
  },

  browserOf: async ({ browser, troubles }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (person) => {
      const context = await browser.newContext();
      opened.push(context);
      await troubles.watch(context);
      await context.addCookies([(await makeSession(person)).cookie]);
      return patient(await context.newPage());
    });
    await Promise.all(opened.map((context) => context.close()));
  },
});

export { expect };

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/**
 * WCAG 2.2 AA violations of a page, as far as a program can tell; optionally for one rule only, or within a
 * CSS selector. The page is scanned from its beginning: what a bar half covers on the way counts as too small.
 */
export async function findViolations(page: Page, rule?: string, within?: string) {
  const top = await page.evaluate(() => {
    const { scrollY } = window;
    window.scrollTo({ top: 0, behavior: "instant" });
    return scrollY;
  });
  const { violations } = await scan(
    page,
    rule ? { type: "rule", values: [rule] } : { type: "tag", values: WCAG },
    within,
  );
  await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), top);
  return violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`),
  }));
}

/**
 * Loads axe where this document has not been scanned yet, and scans. Loading it takes as much of a processor as
 * scanning a small screen, and the package for Playwright loads it twice for each scan.
 */
async function scan(page: Page, runOnly: RunOnly, within?: string): Promise<AxeResults> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    ({ runOnly, within }) => {
      const { axe } = window as unknown as { axe: { run: typeof run } };
      // Only violations are reported: the rest needs no description.
      return axe.run(within ?? document, { runOnly, resultTypes: ["violations"] });
    },
    { runOnly, within },
  );
}

/**
 * Each screen is scanned once in its usual state; parts that open on a large one are scanned by themselves
 * (`within`).
 */
export async function expectAccessible(page: Page, within?: string) {
  expect(await findViolations(page, undefined, within)).toEqual([]);
}

/**
 * Waits until what was streamed is in its place, and whatever can be filled in or pressed listens.
 *
 * Until then the framework keeps what was streamed in a hidden part of the document, in which labels would be found a
 * second time. What was streamed for a place that is gone by then stays there: where a page turned out not to exist.
 * React marks an element once it is its own; a field that is filled in before is not heard of, and a click is lost.
 */
export const expectInteractive = (page: Page) =>
  page.waitForFunction(() => {
    const placed = [...document.querySelectorAll("body > div[hidden][id^='S:']")].every(
      ({ id }) => document.getElementById(id.replace("S:", "B:")) === null,
    );
    const controls = [...document.querySelectorAll("button, input, select, textarea")];
    return (
      placed &&
      controls.every((control) => Object.keys(control).some((key) => key.startsWith("__reactProps$")))
    );
  });

/** A page that has arrived when it is interactive. */
export function patient(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...to) => {
    const response = await goto(...to);
    await expectInteractive(page);
    return response;
  };
  page.reload = async (...how) => {
    const response = await reload(...how);
    await expectInteractive(page);
    return response;
  };
  return page;
}

function personFor(who: Role | "site-admin" | Pick<TestUser, "id">) {
  if (typeof who === "object") return who;
  return who === "site-admin" ? makeSiteAdmin() : makeMember(who);
}

/** Reports console errors, uncaught errors, and content security policy violations. */
async function watch(context: BrowserContext, report: (trouble: string) => void) {
  context.on("console", (message) => {
    if (message.type() === "error") report(`${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => report(error.error().stack ?? error.error().message));
  await context.exposeBinding("reportViolation", (_, violation: string) => report(violation));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { reportViolation } = window as unknown as { reportViolation: (violation: string) => void };
      reportViolation(`${event.violatedDirective} stopped ${event.blockedURI || event.sample}`);
    });
  });
}

/** Claims as the workbench does when an annotator starts: returns the assignment's id. */
export async function claimNext(context: BrowserContext, batch: { id: string }): Promise<string> {
  const headers = { "sec-fetch-site": "same-origin", "x-countersign": "1" };
  const answer = await context.request.post(`/api/v1/batches/${batch.id}/claim`, { headers, data: {} });
  const { assignment } = (await answer.json()) as { assignment: { id: string } };
  return assignment.id;
}
