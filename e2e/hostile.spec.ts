import type { Browser, BrowserContext, Page } from "@playwright/test";
import { findArmed, hostilePages, raw, rawPage, storable } from "@/components/prose/testing/nested";
import { formulas, html, markdown } from "@/components/prose/testing/payloads";
import { claimNext, expect, patient, test } from "@/e2e/fixtures";
import { makeBatch } from "@/testing/builders/batches";
import { addResponses, makeDataset } from "@/testing/builders/datasets";
import { makeMember, makeSession } from "@/testing/builders/people";

/* Two layers keep texts of models and people from running: the sanitiser's allow list, and each page's
   content security policy. Here each is tested alone: hostile texts on real pages without the policy, and
   raw markup in a page under the policy. */

/** Scripts that ran and requests that left in a browser. */
interface Traces {
  ran: string[];
  requests: string[];
}

async function watched(browser: Browser, { bypassCSP }: { bypassCSP: boolean }) {
  const context = await browser.newContext({ bypassCSP });
  const traces: Traces = { ran: [], requests: [] };
  await context.exposeBinding("hostileRan", (_, what: string) => traces.ran.push(what));
  await context.addInitScript(() => {
    const { hostileRan } = window as unknown as { hostileRan: (what: string) => void };
    for (const name of ["alert", "confirm", "prompt", "msgbox", "print"])
      Object.assign(window, { [name]: () => hostileRan(name) });
  });
  const own = new URL(process.env.APP_URL ?? "").host;
  await context.route(
    (url) => url.protocol.startsWith("http") && url.host !== own,
    (route) => {
      traces.requests.push(route.request().url());
      return route.abort();
    },
  );
  return { context, traces };
}

const TEXTS_A_PAGE = 120;
/** 84 pages are 10,080 texts: `HOSTILE_PAGES=84 npm run e2e -- hostile`. */
const PAGES = Number(process.env.HOSTILE_PAGES ?? 6);

test("without a content security policy, the sanitiser alone keeps hostile texts from running or requesting anything", async ({
  browser,
}) => {
  test.setTimeout(300_000 + PAGES * 10_000);
  const researcher = await makeMember("researcher");
  const project = { id: researcher.projectId };
  const dataset = await makeDataset({ project, tasks: PAGES, responses: 0, drafts: false });
  const tasks = await addResponses(dataset, hostilePages(PAGES, TEXTS_A_PAGE));
  const { context, traces } = await watched(browser, { bypassCSP: true });
  await context.addCookies([(await makeSession(researcher)).cookie]);
  const page = patient(await context.newPage());
  for (const id of tasks) {
    await page.goto(`/projects/${project.id}/data/${dataset.id}/tasks/${id}`);
    await expect(page.getByRole("main")).toContainText("alert(1)");
    expect(await page.evaluate(findArmed)).toEqual([]);
  }
  expect(traces).toEqual({ ran: [], requests: [] });
  await context.close();
});

test("without a content security policy, the annotator's page shows hostile texts as written", async ({
  browser,
}) => {
  const annotator = await makeMember("annotator");
  const wording = {
    instruction: html.slice(0, 30).join("\n\n"),
    response: storable([...markdown, ...formulas.slice(0, 40), ...html].join("\n\n")),
    question: "<img src=x onerror=alert(1)> Is it <script>alert(1)</script> so?",
  };
  const project = { id: annotator.projectId };
  const dataset = await makeDataset({ project, tasks: 1, checklist: 2, drafts: false, wording });
  const batch = await makeBatch({
    dataset,
    annotators: [annotator],
    preset: "checklist-answering",
    guidelines: storable(html.join("\n\n")),
  });
  const { context, traces } = await watched(browser, { bypassCSP: true });
  await context.addCookies([(await makeSession(annotator)).cookie]);
  const id = await claimNext(context, batch);
  const page = patient(await context.newPage());
  await page.goto(`/annotate/${id}`);
  await expect(page.getByText("Is it <script>alert(1)</script> so?").first()).toBeVisible();
  expect(await page.evaluate(findArmed)).toEqual([]);
  expect(traces).toEqual({ ran: [], requests: [] });
  await context.close();
});

/** Opens the sign-in page with raw markup in it, as if every layer before the policy had failed. */
async function openWithRaw(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.route("**/sign-in", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("</body>", () => `${rawPage}</body>`);
    await route.fulfill({ response, body });
  });
  await page.goto("/sign-in");
  return page;
}

/** Inserts the same markup by a script that trusts it, and clicks everything clickable in it. */
async function insertRaw(page: Page): Promise<void> {
  await page.evaluate(async (texts) => {
    for (const text of texts) {
      const box = document.body.appendChild(document.createElement("div"));
      box.innerHTML = text;
      for (const lead of box.querySelectorAll<HTMLElement>(
        "a[href*=javascript], [formaction], [onclick], [popovertarget]",
      ))
        lead.click();
      for (const field of box.querySelectorAll<HTMLElement>("[onfocus], [autofocus]")) field.focus();
      for (const script of box.querySelectorAll("script")) {
        const again = document.createElement("script");
        again.textContent = script.textContent;
        // Elements that the page's scripts create may run; those inserted as markup may not.
        box.insertAdjacentHTML("beforeend", again.outerHTML);
      }
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, raw);
}

test("the content security policy alone keeps raw markup from running or requesting anything", async ({
  browser,
}) => {
  const open = await watched(browser, { bypassCSP: true });
  await insertRaw(await openWithRaw(open.context));
  // Without the policy it would run: proof that the test can detect it.
  await expect.poll(() => open.traces.ran.length).toBeGreaterThan(10);
  expect(open.traces.requests.length).toBeGreaterThan(5);
  await open.context.close();

  const { context, traces } = await watched(browser, { bypassCSP: false });
  const page = await openWithRaw(context);
  await insertRaw(page);
  await page.waitForLoadState("load");
  expect(await page.evaluate(() => document.body.innerHTML)).toContain("alert(1)");
  expect(traces).toEqual({ ran: [], requests: [] });
  await context.close();
});
