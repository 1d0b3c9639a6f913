import { type Browser, chromium, devices, type Page } from "@playwright/test";
import { makeSession } from "@/testing/builders/people";
import type { Done } from "./done";
import type { InputMethod } from "./input-methods";
import { allIntended } from "./intended-answers";
import { topicOn } from "./page";
import { PageReport } from "./page-report";
import { delayRequests, slowProcessor } from "./slow-network";
import type { Work } from "./stored";

export function openBrowser(executablePath: string): Promise<Browser> {
  const args = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
  ];
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return chromium.launch({ executablePath, args });
}

/** Longest wait for a next assignment or an acknowledgement, in milliseconds; then something is lost. */
const PATIENCE_MS = 30_000;

/** Works through assignments: presses keys and buttons as soon as the page shows them. */
export async function workThrough(
  browser: Browser,
  { address, method, work, until }: { address: string; method: InputMethod; work: Work; until: number },
): Promise<Done> {
  const done: Done = { intended: new Set(), acknowledged: [], problems: [] };
  const context = await browser.newContext({
    ...(method.phone ? devices["Pixel 7"] : devices["Desktop Chrome"]),
    baseURL: address,
    locale: "en-GB",
  });
  await context.addCookies([(await makeSession(work.person)).cookie]);
  const page = await context.newPage();
  watch(page, done);
  const report = new PageReport(page);
  const changeSpeed = method.slow ? await slowProcessor(page) : async () => {};
  if (method.slow) await delayRequests(page);
  try {
    await page.goto("/annotate");
    await page.getByRole("button", { name: /^Start: / }).click();
    let last: number | null = null;
    for (let round = 0; Date.now() < until; round++) {
      const topic = await nextTopic(page, last);
      if (topic === null) break;
      // Drafts are still loading: work begins when the page shows the focused target. From then on no key may
      // be lost.
      if (!method.phone) await page.locator("section[data-target]:focus").waitFor({ timeout: PATIENCE_MS });
      await method.say(page, allIntended(topic), round);
      done.intended.add(topic);
      await method.submit(page, round);
      last = topic;
      await changeSpeed(round);
    }
    await nextTopic(page, last);
    await allAcknowledged(page, done);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    done.problems.push(`${problem}\n    ${await report.write(method.name)}`);
  } finally {
    await context.close();
  }
  return done;
}

/** The topic of the next assignment, once on screen; null when nothing is left. */
async function nextTopic(page: Page, last: number | null): Promise<number | null> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    const topic = await topicOn(page).catch(() => null);
    if (topic !== null && topic !== last) return topic;
    if (topic === null && /\/annotate\/done\//.test(page.url())) return null;
  }
  const left = await page.locator("footer [aria-live]").allInnerTexts();
  throw new Error(`no other assignment came after topic ${last}; the page says ${left.join(", ")}`);
}

async function allAcknowledged(page: Page, done: Done): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (done.acknowledged.length < done.intended.size && Date.now() < end)
    await page.evaluate(() => new Promise((later) => requestAnimationFrame(later)));
}

function watch(page: Page, done: Done): void {
  page.on("response", (response) => {
    const found = /\/api\/v1\/assignments\/([\w-]+)\/(submit|undo-submit|skip)$/.exec(response.url());
    if (!found) return;
    const [, id = "", what] = found;
    if (what !== "submit") done.problems.push(`${what} of ${id} was asked for`);
    else if (response.ok()) done.acknowledged.push(id);
    else done.problems.push(`a submission was refused: ${response.status()}`);
  });
  page.on("pageerror", (error) => done.problems.push(error.message));
}
