import type { BrowserContext } from "@playwright/test";
import { claimNext, expect, test } from "@/e2e/fixtures";
import { makeBatch, makeDataset, makeMember, makeSession } from "@/prisma/builders";

/** What runs in a browser that nothing protects, in ways of which each gets past another half-measure. */
const RUNNING = [
  "<img src=x onerror=alert(1)>",
  "<script>alert(2)</script>",
  "<svg onload=alert(3)></svg>",
  "<svg><script>alert(4)</script></svg>",
  "<iframe srcdoc='<script>parent.alert(5)</script>'></iframe>",
  "<iframe src='javascript:parent.alert(6)'></iframe>",
  "<details open ontoggle=alert(7)><summary>x</summary></details>",
  "<input autofocus onfocus=alert(8)>",
  "<object data='data:text/html,<script>alert(9)</script>'></object>",
  "<embed src='data:text/html,<script>alert(10)</script>'>",
  "<meta http-equiv=refresh content='0;url=javascript:alert(11)'>",
  "<base href='https://elsewhere.example/'>",
  "<link rel=stylesheet href='https://elsewhere.example/a.css'>",
  "<img src='https://elsewhere.example/a.png'>",
  "<video src='https://elsewhere.example/a.mp4' autoplay onerror=alert(12)></video>",
  "<script src='https://elsewhere.example/a.js'></script>",
  "<style>@import 'https://elsewhere.example/b.css'; body { background: url(https://elsewhere.example/c.png) }</style>",
  "<div style='background: url(https://elsewhere.example/d.png)'>x</div>",
  "<form action='https://elsewhere.example/'><input name=a></form><script>document.forms[0].submit()</script>",
  "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(13)>",
  "<noscript><p title='</noscript><img src=x onerror=alert(14)>'></noscript>",
];

/** What a page did that nobody on it may do. */
interface Seen {
  ran: string[];
  left: string[];
}

async function watch(context: BrowserContext, origin: string): Promise<Seen> {
  const seen: Seen = { ran: [], left: [] };
  await context.exposeFunction("__ran", (what: string) => seen.ran.push(what));
  await context.addInitScript(() => {
    for (const name of ["alert", "confirm", "prompt"] as const)
      Object.defineProperty(window, name, {
        value: (what: unknown) => Reflect.get(top ?? window, "__ran")(`${name} ${what}`),
      });
  });
  // Answered here, so that nothing leaves this machine; anything asked is seen all the same.
  await context.route(
    (url) => url.origin !== origin && /^https?:$/.test(url.protocol),
    (route) => {
      seen.left.push(route.request().url());
      return route.abort();
    },
  );
  return seen;
}

/** An assignment whose every text is hostile, and its annotator. */
async function makeHostile() {
  const hostile = RUNNING.join("\n\n");
  const annotator = await makeMember("annotator");
  const wording = { instruction: hostile, response: hostile, question: hostile.slice(0, 2_000) };
  const project = { id: annotator.projectId };
  const dataset = await makeDataset({ project, tasks: 1, checklist: 2, wording });
  const batch = await makeBatch({
    dataset,
    annotators: [annotator],
    preset: "checklist-answering",
    settings: { exposure: "draft-first" },
  });
  return { annotator, batch };
}

test("the sanitiser alone holds hostile texts, with the page's policy switched off", async ({
  browser,
  baseURL,
}) => {
  const origin = baseURL ?? "";
  const { annotator, batch } = await makeHostile();
  const context = await browser.newContext({ baseURL: origin, bypassCSP: true });
  const seen = await watch(context, origin);
  await context.addCookies([(await makeSession(annotator)).cookie]);
  const page = await context.newPage();
  await page.goto(`/annotate/${await claimNext(context, batch)}`);
  await expect(page.getByText("onerror=alert(1)").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
  // The switch is off indeed: a script that somebody adds runs here.
  await page.evaluate(() =>
    document.body.append(
      document.createRange().createContextualFragment("<script>alert('control')</script>"),
    ),
  );
  await expect.poll(() => seen.ran).toEqual(["alert control"]);
  expect(seen.left).toEqual([]);
  await context.close();
});

test("the policy alone holds what a broken sanitiser would let through", async ({ browser, baseURL }) => {
  const origin = baseURL ?? "";
  const annotator = await makeMember("annotator");
  const open = async (policy: boolean) => {
    const context = await browser.newContext({ baseURL: origin, bypassCSP: !policy });
    const seen = await watch(context, origin);
    await context.addCookies([(await makeSession(annotator)).cookie]);
    // As if a page had been made of the texts as they are.
    await context.route("**/account", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<body[^>]*>/, (tag) => tag + RUNNING.join("\n"));
      await route.fulfill({ response, body });
    });
    const page = await context.newPage();
    const violations: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
    });
    await page.goto("/account", { waitUntil: "load" });
    // The same once more, by script of the page itself: what a framework would do with raw HTML.
    await page.evaluate(
      (all) => {
        const box = document.createElement("div");
        document.body.append(box);
        for (const one of all) {
          box.insertAdjacentHTML("beforeend", one);
          box.append(
            document
              .createRange()
              .createContextualFragment(one.replaceAll("<script", "<script nonce=guessed")),
          );
        }
      },
      RUNNING.filter((one) => !one.startsWith("<meta") && !one.startsWith("<form")),
    );
    await page.waitForLoadState("load");
    return { seen, violations, context };
  };

  const held = await open(true);
  await expect.poll(() => held.violations.length).toBeGreaterThan(10);
  expect(held.seen.ran).toEqual([]);
  expect(held.seen.left).toEqual([]);
  await held.context.close();

  // Without either of the two, these do run and load: the test above has something to hold.
  const open_ = await open(false);
  await expect.poll(() => open_.seen.ran.length).toBeGreaterThan(3);
  await expect.poll(() => open_.seen.left.length).toBeGreaterThan(2);
  await open_.context.close();
});
