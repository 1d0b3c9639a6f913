import { execFile } from "node:child_process";
import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, expectInteractive, patient, test } from "@/e2e/fixtures";
import { startGithub } from "@/lib/auth/testing/github";
import { startIdentityProvider } from "@/lib/auth/testing/identity-provider";
import { openStub } from "@/lib/llm/testing/stub";
import { makeInvitation, makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

// The providers have fixed addresses: one test at a time.
test.describe.configure({ mode: "default" });

test("an invited person signs in with their institution, comes back and accepts", async ({ page }) => {
  const { OIDC_ISSUER = "", APP_URL = "" } = process.env;
  const provider = await startIdentityProvider(
    Number(new URL(OIDC_ISSUER).port),
    `${APP_URL}/api/auth/oidc/callback`,
  );
  try {
    const email = `grete.${crypto.randomUUID()}@uni.edu`;
    provider.people.set("grete", { sub: "grete", email, email_verified: true, name: "Grete Holm" });
    provider.people.set("unknown", { sub: "unknown", email: "nobody@uni.edu", email_verified: true });
    const project = await makeProject();
    const { token } = await makeInvitation(project, { email });

    await page.goto("/sign-in");
    await page.getByRole("link", { name: "Sign in with the University" }).click();
    await page.getByLabel("Login").fill("unknown");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("There is no account for your e-mail address.")).toBeVisible();
    await expectAccessible(page);

    await page.context().clearCookies();
    await page.goto(`/invitation/${token}`);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Sign in with the University" }).click();
    await page.getByLabel("Login").fill("grete");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Accept as Grete Holm" }).click();
    await expect(page).toHaveURL(/\/annotate/);
    await page.goto("/account");
    const links = page.getByRole("region", { name: "Linked sign-ins" });
    await expect(links.getByText("the University")).toBeVisible();
    await expect(page.getByRole("button", { name: "Change password" })).toBeHidden();
  } finally {
    await provider.stop();
  }
});

test("a person signs in with GitHub, links ORCID, signs in with it, and removes the link", async ({
  page,
  expectError,
}) => {
  const { GITHUB_URL = "", ORCID_URL = "", APP_URL = "" } = process.env;
  const portOf = (address: string) => Number(new URL(address).port);
  const github = await startGithub(portOf(GITHUB_URL), `${APP_URL}/api/auth/github/callback`);
  const orcid = await startIdentityProvider(portOf(ORCID_URL), `${APP_URL}/api/auth/orcid/callback`, "orcid");
  try {
    const user = await makeUser({ name: "Josiah Carberry" });
    const number = randomInt(1, 10_000);
    github.people.set("josiah", {
      id: number,
      emails: [{ email: user.email, primary: true, verified: true, visibility: "private" }],
    });
    // Both are a person's for ever, so a repeated run is of another person.
    const iD = `0000-0002-1825-${String(number).padStart(4, "0")}`;
    orcid.people.set(iD, { sub: iD, name: "Josiah Carberry" });
    const signInAt = async (login: string, button: string) => {
      await page.getByLabel("Login").fill(login);
      await page.getByRole("button", { name: button }).click();
    };

    await page.goto("/sign-in?next=/account");
    await page.getByRole("link", { name: "Sign in with ORCID" }).click();
    await signInAt(iD, "Continue");
    await expect(page.getByText("No account is linked to this ORCID iD.")).toBeVisible();
    await page.getByRole("link", { name: "Sign in with GitHub" }).click();
    await signInAt("josiah", "Authorize");
    await page.waitForURL(/\/account$/);
    await expectInteractive(page);
    const links = page.getByRole("region", { name: "Linked sign-ins" });
    await links.getByRole("button", { name: "Link ORCID" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
    await expect(links.getByText("ORCID is linked.")).toBeVisible();
    await expect(links.getByText(iD)).toBeVisible();
    await expectAccessible(page);

    await page.context().clearCookies();
    await page.goto("/sign-in?next=/account");
    await page.getByRole("link", { name: "Sign in with ORCID" }).click();
    await signInAt(iD, "Continue");
    await page.waitForURL(/\/account$/);
    await expectInteractive(page);
    await links.getByRole("button", { name: "Remove GitHub" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(links.getByRole("button", { name: "Link GitHub" })).toBeVisible();
    expectError(/409/);
    await links.getByRole("button", { name: "Remove ORCID" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(page.getByRole("dialog").getByText("This is the only way")).toBeVisible();
  } finally {
    await Promise.all([github.stop(), orcid.stop()]);
  }
});

/** The newcomer's model drafts these questions for every task. */
const DRAFTED = ["Does it name the topic?", "Is the text good and is it short?"];
const TASKS = 2;

/** The newcomer's own data. */
const OWN_DATA = [
  { type: "study", version: 1, name: "Court rulings" },
  ...Array.from({ length: TASKS }, (_, n) => [
    { type: "task", id: `t${n}`, instruction: `Explain ruling ${n} in one sentence.` },
    {
      type: "response",
      id: `r${n}`,
      task: `t${n}`,
      model: "writer-1",
      text: "The court rejected the appeal.",
    },
  ]).flat(),
];

/** Runs a command of the tutorial as in a terminal; what it prints, whatever its exit code. */
async function countersign(...args: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, ["lib/cli/bin.mjs", ...args]);
  return run.then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test("a newcomer walks the tutorial: own data, own model, two colleagues signed in by their institution, a report", async ({
  page,
  signIn,
  browser,
}) => {
  test.slow();
  const { OIDC_ISSUER = "", APP_URL = "", NEWCOMERS_MODEL_PORT } = process.env;
  const provider = await startIdentityProvider(
    Number(new URL(OIDC_ISSUER).port),
    `${APP_URL}/api/auth/oidc/callback`,
  );
  const model = await openStub(
    () => ({ say: DRAFTED.map((question) => `[[${question}]]`).join("\n") }),
    Number(NEWCOMERS_MODEL_PORT),
  );
  const colleagues = ["ada", "hana"].map((name) => {
    const login = `${name}.${randomInt(1e9)}`;
    return { login, email: `${login}@uni.edu` };
  });
  try {
    for (const { login, email } of colleagues)
      provider.people.set(login, { sub: login, email, email_verified: true, name: `${login} Holm` });
    // Let colleagues sign in.
    expect(await countersign("doctor")).toContain(`${OIDC_ISSUER} answers`);

    // A project of your own.
    await signIn("site-admin");
    await page.goto("/projects");
    await page.getByRole("button", { name: "New project" }).click();
    await page.getByLabel(/^Name/).fill("Court rulings");
    await page.getByRole("button", { name: "Start project" }).click();
    await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}/);
    const home = new URL(page.url()).pathname;

    // Invite two colleagues.
    await page.goto(`${home}/people`);
    await page.getByRole("link", { name: "Invite people" }).click();
    await page
      .getByLabel("E-mail addresses")
      .fill([...colleagues.map(({ email }) => email), "nobody"].join("\n"));
    await expect(page.getByRole("region", { name: "Lines to fix" })).toContainText("Line 3");
    await page.getByLabel("E-mail addresses").fill(colleagues.map(({ email }) => email).join("\n"));
    await page.getByRole("button", { name: /^Make 2/ }).click();
    await expect(page.getByText("Copy or download the links now", { exact: true })).toBeVisible();
    const annotators: Page[] = [];
    for (const { login, email } of colleagues) {
      const row = page.getByRole("row", { name: new RegExp(email) });
      const link = (await row.getByText(/\/invitation\//).textContent()) ?? "";
      annotators.push(await accept(browser, link, login));
    }
    await page.getByRole("link", { name: "Done" }).click();
    for (const { login } of colleagues)
      await expect(page.getByRole("row", { name: new RegExp(`${login} Holm`) })).toBeVisible();

    await bringOwnData(page, home);
    await connectOwnModel(page, home, model.base);

    // A batch.
    await page.goto(`${home}/batches`);
    await page.getByRole("link", { name: "New batch" }).click();
    await page.getByLabel("Name").fill("Checklists");
    await page.getByRole("button", { name: "Next: Protocol" }).click();
    await page.getByRole("radio", { name: "Checklist review" }).check();
    await page.getByRole("radio", { name: "Show the draft first" }).check();
    await page.getByRole("button", { name: "Next: Arms" }).click();
    await page.getByLabel("People per task").fill("2");
    await page.getByRole("button", { name: "Next: Annotators" }).click();
    await page.getByRole("button", { name: "Open batch" }).click();
    const opening = page.getByRole("alertdialog");
    await expect(opening).toContainText("available to 2 annotators");
    await opening.getByRole("button", { name: "Open batch" }).click();
    await expect(page.getByText(`0 of ${2 * TASKS} assignments submitted`)).toBeVisible();
    for (const annotator of annotators) await review(annotator);

    await readReport(page, home);
  } finally {
    await Promise.all([provider.stop(), model.close()]);
  }
});

/** A colleague opens their link, signs in with the institution, and accepts. */
async function accept(browser: Browser, link: string, login: string): Promise<Page> {
  const page = patient(await (await browser.newContext()).newPage());
  await page.goto(link);
  await page.getByRole("link", { name: "Sign in with the University" }).click();
  await page.getByLabel("Login").fill(login);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: `Accept as ${login} Holm` }).click();
  await expect(page).toHaveURL(/\/annotate/);
  return page;
}

async function bringOwnData(page: Page, home: string) {
  await page.goto(`${home}/data`);
  await page.getByRole("link", { name: "Import data" }).first().click();
  await page.getByLabel("Name of the dataset").fill("Rulings");
  const buffer = Buffer.from(OWN_DATA.map((record) => JSON.stringify(record)).join("\n"));
  const file = { name: "rulings.jsonl", mimeType: "application/x-ndjson", buffer };
  await page.getByLabel("Drop a study file here").setInputFiles(file);
  await expect(page.getByText(`${OWN_DATA.length} records were imported`)).toBeVisible({ timeout: 60_000 });
}

async function connectOwnModel(page: Page, home: string, base: string) {
  await page.goto(`${home}/drafts/endpoints`);
  await page.getByRole("button", { name: "Add endpoint" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New endpoint" });
  await dialog.getByLabel("Name").fill("House model");
  await dialog.getByLabel("Base URL").fill(base);
  await dialog.getByLabel("Key").fill("sk-of-the-newcomer-alone");
  await dialog.getByRole("textbox", { name: /^Model/ }).fill("house-1");
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Test this connection" }).click();
  await expect(page.getByText("Text: works")).toBeVisible({ timeout: 60_000 });

  await page.goto(`${home}/drafts/new`);
  const papers = page.getByRole("combobox", { name: "Paper" });
  const paper = papers.locator("option").filter({ hasText: /^Furuhashi/ });
  await papers.selectOption((await paper.getAttribute("value")) ?? "");
  await page.getByRole("radio", { name: "Baseline checklist (policy baseline)", exact: true }).check();
  await page.getByRole("button", { name: "Start run" }).click();
  await expect(page.getByText(`${TASKS} of ${TASKS} done`)).toBeVisible({ timeout: 45_000 });
  const results = page.getByRole("region", { name: "Results, one by one" });
  await results
    .getByRole("button", { name: /^Provenance of the list of items for task / })
    .first()
    .click();
  const panel = page.getByRole("dialog", { name: "How this was drafted" });
  await expect(panel.getByRole("group", { name: "Raw answer" })).toContainText(DRAFTED[0] ?? "");
  await page.keyboard.press("Escape");
}

/** A colleague accepts the good question, removes or rewords the other, and adds one. */
async function review(page: Page) {
  await page.goto("/annotate");
  await page.getByRole("button", { name: "Start: Checklists" }).click();
  for (let n = 0; n < TASKS; n++) {
    const items = page.getByRole("region", { name: /^Question \d$/ });
    await expect(items).toHaveCount(DRAFTED.length);
    const address = page.url();
    await items.nth(0).getByRole("button", { name: "Accept" }).click();
    if (n === 0) await items.nth(1).getByRole("button", { name: "Remove" }).click();
    else {
      await items.nth(1).getByRole("button", { name: "Revise" }).click();
      await items.nth(1).getByRole("textbox", { name: "New wording" }).fill("Is it short?");
      await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: "Add a question" }).click();
    await page.getByRole("textbox", { name: "Add a question" }).fill("Is the court named?");
    await page.keyboard.press("Escape");
    await expect(page.getByText("Complete", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page).not.toHaveURL(address);
  }
  await expect(page.getByRole("heading", { name: "Nothing left in this batch" })).toBeVisible();
}

async function readReport(page: Page, home: string) {
  await page.goto(`${home}/agreement`);
  await page.getByRole("link", { name: "Checklists", exact: true }).click();
  const alike = page.getByRole("region", { name: "Agreement on decisions" });
  await expect(alike).toContainText("2 raters · 4 drafted items · 8 decisions · draft shown", {
    timeout: 60_000,
  });
  await expect(page.getByRole("table", { name: "What became of drafts", exact: true })).toBeVisible();
  const download = async (format: string) => {
    await page.goto(`${home}/exports`);
    await page.getByRole("button", { name: "Export Checklists", exact: true }).click();
    const file = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: format }).click();
    return (await file).path();
  };
  const ratings = (await readFile(await download("Ratings, JSONL"), "utf8")).trim().split("\n");
  expect(ratings.length).toBeGreaterThan(1);
  for (const line of ratings) expect(JSON.parse(line)).toBeInstanceOf(Object);
  expect(await countersign("report", await download("Study file"))).toContain("What became of drafts");
}
