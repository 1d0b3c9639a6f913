import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, expectInteractive, patient, test } from "@/e2e/fixtures";
import { ownInstallation } from "@/e2e/tutorials/own-installation";
import { openTutorial } from "@/e2e/tutorials/walk";
import { startGithub } from "@/lib/auth/testing/github";
import { startIdentityProvider } from "@/lib/auth/testing/identity-provider";
import { openStub } from "@/lib/llm/testing/stub";
import { makeInvitation, makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { freePort } from "../scripts/postgres/cluster.mjs";

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
    const accept = page.getByRole("button", { name: "Accept as Grete Holm" });
    await expect(accept).toBeVisible();
    await expectInteractive(page);
    await accept.click();
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
const OWN_DATA = {
  name: "rulings.jsonl",
  mimeType: "application/x-ndjson",
  buffer: Buffer.from(
    [
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
    ]
      .map((record) => JSON.stringify(record))
      .join("\n"),
  ),
};

test("a newcomer walks the tutorial: own data, own model, two colleagues signed in by their institution, a report", async ({
  page,
  browser,
}) => {
  test.slow();
  const tutorial = openTutorial("from-clone-to-report", [
    "Start",
    "Let colleagues sign in",
    "A project of your own",
    "Invite two colleagues",
    "Your own data",
    "Your own model",
    "A batch",
    "The report",
  ]);
  const model = await openStub(() => ({ say: DRAFTED.map((question) => `[[${question}]]`).join("\n") }));
  const installation = await ownInstallation();
  const { address } = installation;
  const issuer = await freePort();
  const provider = await startIdentityProvider(issuer, `${address}/api/auth/oidc/callback`);
  const colleagues = ["ada", "hana"].map((login) => ({
    login,
    email: `${login}@uni.edu`,
    name: `${login} Holm`,
  }));
  for (const { login, ...claims } of colleagues)
    provider.people.set(login, { sub: login, email_verified: true, ...claims });
  const settings = {
    DATABASE_URL: installation.database,
    OIDC_ISSUER: `http://127.0.0.1:${issuer}`,
    OIDC_CLIENT_SECRET: process.env.OIDC_CLIENT_SECRET ?? "",
    LLM_ALLOWED_ORIGINS: new URL(model.base).origin,
  };
  let firstAdmin = "";
  try {
    // The next section has this command again, with settings.
    await tutorial.walk(page, "Start", 1, { "npm start": async () => {} });
    await tutorial.walk(page, "Let colleagues sign in", 1, {
      "npm start": async (_, { text }) => {
        firstAdmin = await installation.start(text, settings);
      },
    });
    let said = "";
    await tutorial.walk(page, "Let colleagues sign in", 2, {
      "npx countersign doctor": async (_, { text }) => {
        said = await installation.run(text, { DATABASE_URL: installation.database });
      },
      answers: async (_, { text }) => expect(said).toContain(`${settings.OIDC_ISSUER} ${text}`),
    });

    await page.goto(firstAdmin);
    await tutorial.walk(page, "A project of your own", 1, {
      "Your name": "Newcomer",
      "E-mail address": "newcomer@uni.edu",
      Password: "a password long enough",
    });
    await tutorial.walk(page, "A project of your own", 2, { Name: "Court rulings" });
    await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}/);

    const addresses = colleagues.map(({ email }) => email).join("\n");
    await tutorial.walk(page, "Invite two colleagues", 1, {
      "E-mail addresses": `${addresses}\nnobody`,
      "Lines to fix": async (usual) => {
        await usual();
        await page.getByLabel("E-mail addresses").fill(addresses);
      },
    });
    await tutorial.walk(page, "Invite two colleagues", 2);
    const annotators = await acceptAll({ page, browser, tutorial, colleagues });
    await tutorial.walk(page, "Invite two colleagues", 4);
    for (const { name } of colleagues)
      await expect(page.getByRole("row", { name: new RegExp(name) })).toBeVisible();

    await tutorial.walk(page, "Your own data", 1, {
      "Name of the dataset": "Rulings",
      "Drop a study file here": OWN_DATA,
    });
    await tutorial.walk(page, "Your own model", 1, {
      Name: "House model",
      "Base URL": model.base,
      Key: "sk-of-the-newcomer-alone",
      Model: "house-1",
    });
    await tutorial.walk(page, "Your own model", 2);
    await tutorial.walk(page, "Your own model", 3);
    await expect(page.getByText(`${TASKS} of ${TASKS} done`)).toBeVisible({ timeout: 45_000 });
    await tutorial.walk(page, "Your own model", 4);
    const panel = page.getByRole("dialog", { name: "How this was drafted" });
    await expect(panel.getByRole("group", { name: "Raw answer" })).toContainText(DRAFTED[0] ?? "");
    await page.keyboard.press("Escape");

    await tutorial.walk(page, "A batch", 1);
    await tutorial.walk(page, "A batch", 2);
    await expect(page.getByText(`0 of ${2 * TASKS} assignments submitted`)).toBeVisible();
    const [ada, hana] = annotators;
    if (!ada || !hana) throw new Error("two colleagues have come");
    for (const annotator of annotators) await annotator.reload();
    await tutorial.walk(ada, "A batch", 3, reviewing(ada, 0));
    await tutorial.again(ada, reviewing(ada, 1));
    await tutorial.again(hana, reviewing(hana, 0));
    await tutorial.again(hana, reviewing(hana, 1));
    for (const annotator of annotators)
      await expect(annotator.getByRole("heading", { name: "Nothing left in this batch" })).toBeVisible();

    await readReport(page, tutorial, installation.run);
    tutorial.end();
  } finally {
    await installation.stop();
    await Promise.all([provider.stop(), model.close()]);
  }
});

interface Invited {
  page: Page;
  browser: Browser;
  tutorial: ReturnType<typeof openTutorial>;
  colleagues: readonly { login: string; email: string; name: string }[];
}

/** Each colleague opens their link, signs in with the institution, and accepts; their pages. */
async function acceptAll({ page, browser, tutorial, colleagues }: Invited): Promise<Page[]> {
  const annotators: Page[] = [];
  for (const { login, email, name } of colleagues) {
    const row = page.getByRole("row", { name: new RegExp(email) });
    const link = (await row.getByText(/\/invitation\//).textContent()) ?? "";
    const theirs = patient(await (await browser.newContext()).newPage());
    await theirs.goto(link);
    const given = {
      "Sign in with the University": async (usual: () => Promise<void>) => {
        await usual();
        await theirs.getByLabel("Login").fill(login);
        await theirs.getByRole("button", { name: "Continue" }).click();
        await expect(theirs.getByRole("button", { name: `Accept as ${name}` })).toBeVisible();
      },
    };
    if (annotators.length === 0) await tutorial.walk(theirs, "Invite two colleagues", 3, given);
    else await tutorial.again(theirs, given);
    await expect(theirs).toHaveURL(/\/annotate/);
    annotators.push(theirs);
  }
  return annotators;
}

async function readReport(
  page: Page,
  tutorial: ReturnType<typeof openTutorial>,
  run: (command: string) => Promise<string>,
) {
  await tutorial.walk(page, "The report", 1);
  const alike = page.getByRole("region", { name: "Agreement on decisions" });
  await expect(alike).toContainText("2 raters · 4 drafted items · 8 decisions · draft shown", {
    timeout: 60_000,
  });
  const downloaded = async (usual: () => Promise<void>) => {
    const file = page.waitForEvent("download");
    await usual();
    return (await file).path();
  };
  await tutorial.walk(page, "The report", 2, {
    "Ratings, JSONL": async (usual) => {
      const ratings = (await readFile(await downloaded(usual), "utf8")).trim().split("\n");
      expect(ratings.length).toBeGreaterThan(1);
      for (const line of ratings) expect(JSON.parse(line)).toBeInstanceOf(Object);
    },
  });
  let study = "";
  await tutorial.walk(page, "The report", 3, {
    "Study file": async (usual) => {
      study = await downloaded(usual);
    },
    "npx countersign report STUDY.jsonl": async (_, { text }) =>
      expect(await run(text.replace("STUDY.jsonl", study))).toContain("What became of drafts"),
  });
}

/** The ways of a colleague with a task: accepts the good question, removes or rewords the other, and adds one. */
function reviewing(page: Page, task: number) {
  const items = page.getByRole("region", { name: /^Question \d$/ });
  const press = (at: number, name: string) => items.nth(at).getByRole("button", { name }).click();
  const accept = async () => {
    await expect(items).toHaveCount(DRAFTED.length);
    await press(0, "Accept");
  };
  const revise = async () => {
    if (task === 0) return;
    await press(1, "Revise");
    await items.nth(1).getByRole("textbox", { name: "New wording" }).fill("Is it short?");
    await page.keyboard.press("Escape");
  };
  const remove = async () => {
    if (task === 0) await press(1, "Remove");
  };
  const add = async () => {
    await page.getByRole("button", { name: "Add a question" }).click();
    await page.getByRole("textbox", { name: "Add a question" }).fill("Is the court named?");
    await page.keyboard.press("Escape");
  };
  const submit = async (usual: () => Promise<void>) => {
    const address = page.url();
    await usual();
    await expect(page).not.toHaveURL(address);
  };
  // The next task opens by itself.
  const doNothing = async () => {};
  const rest = { Accept: accept, Revise: revise, Remove: remove, "Add a question": add, Submit: submit };
  return task === 0 ? rest : { ...rest, Start: doNothing };
}
