import { expect, expectAccessible, test } from "@/e2e/fixtures";
import { codeShown } from "@/lib/auth/testing/authenticator";
import { makeMember, makePasswordLink, makeSession, makeToken, makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

const password = "a password long enough";

test("a page redirects to sign-in, and opens after it", async ({ page, expectError }) => {
  expectError(/401/);
  const project = await makeProject();
  const admin = await makeMember("admin", { project, user: await makeUser({ password }) });
  await page.goto(`/projects/${project.id}/people`);

  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("E-mail address").fill(admin.email.toUpperCase());
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("The e-mail address or the password is not right.")).toBeVisible();

  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "People" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/projects/${project.id}/people`);
});

test("signing out ends the session on the server, not only the cookie", async ({ page, signIn, context }) => {
  await signIn("admin");
  const before = await context.cookies();
  await page.goto("/projects");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();

  await context.addCookies(before);
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("an admin of a project reads who can create another one", async ({ page, signIn }) => {
  await signIn("admin");
  await page.goto("/projects");
  await expect(page.getByText("Site admins create projects; ask one of them for another one.")).toBeVisible();
  await expect(page.getByRole("button", { name: "New project" })).toHaveCount(0);
});

test("signing in never redirects to another site", async ({ page }) => {
  const user = await makeUser({ password });
  await page.goto("/sign-in?next=https://evil.example/");
  await page.getByLabel("E-mail address").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
});

test("a new account chooses its password with its link, which works once", async ({ page, expectError }) => {
  const user = await makeUser();
  const pathname = await makePasswordLink(user);

  await page.goto(pathname);
  await expect(page.getByText(user.email)).toBeVisible();
  await expect(
    page.getByText("signs out all other sessions and revokes the account's API tokens"),
  ).toBeVisible();
  await expectAccessible(page);
  expectError(/400/);
  await page.getByLabel("Password", { exact: true }).fill("too short");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Must have at least 12 characters.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
  await expect(page.getByText("No project yet")).toBeVisible();
  await expectAccessible(page);

  await page.goto(pathname);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await page.goto(`/first-admin/${"x".repeat(43)}`);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expectAccessible(page);
});

test("changing the password ends all other sessions, and asks about API tokens, as signing out everywhere does", async ({
  page,
  request,
  signIn,
  browserOf,
  expectError,
}) => {
  const user = await makeUser({ password });
  const { token } = await makeToken(user);
  const status = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await request.get("/api/v1/projects", { headers })).status();
  };
  await signIn(user);
  const elsewhere = await browserOf(user);
  await elsewhere.goto("/account");
  await page.goto("/account");
  await expect(page.getByText("This browser", { exact: true })).toBeVisible();
  await expectAccessible(page);

  expectError(/422/);
  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill("another long password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your current password is not right.")).toBeVisible();
  await page.getByLabel("Current password").fill(password);
  const revokes = page.getByRole("checkbox", { name: "Revoke 1 API token as well" });
  await expect(revokes).toBeChecked();
  await revokes.click();
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed", { exact: true })).toBeVisible();
  expect(await status()).toBe(200);

  // The open tab shows a notice, and keeps what was typed.
  expectError(/401/);
  await elsewhere.getByRole("textbox", { name: "Name" }).fill("Unsaved Name");
  await elsewhere.getByRole("button", { name: "Save name" }).click();
  await expect(elsewhere.getByText("You have been signed out", { exact: true })).toBeVisible();
  await expect(elsewhere.getByRole("textbox", { name: "Name" })).toHaveValue("Unsaved Name");

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Sign out everywhere?" });
  const ends = dialog.getByRole("checkbox", { name: "Revoke 1 API token as well" });
  await expect(ends).not.toBeChecked();
  await ends.click();
  await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  expect(await status()).toBe(401);
});

test("an API token is shown once, and revoked", async ({ page, signIn }) => {
  const { actor } = await signIn("researcher");
  await makeToken({ actor });
  await page.goto("/account");
  await page.getByRole("button", { name: "New token" }).click();
  await page.getByLabel("Purpose").fill("Notebook");
  await page.getByRole("checkbox", { name: /^Change/ }).click();
  await page.getByRole("button", { name: "Make token" }).click();
  const shown = (await page.getByRole("dialog").getByText(/^cst_/).textContent()) ?? "";
  expect(shown).toMatch(/^cst_/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await page.content()).not.toContain(shown);

  const line = page.getByRole("listitem").filter({ hasText: "Notebook" });
  await expect(line).toContainText("may read and export");
  await page.getByRole("button", { name: "Revoke Notebook" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Revoke token" }).click();
  await expect(dialog).toBeHidden();
  await expect(line).toBeHidden();
  await expect(page.getByRole("button", { name: "Revoke" })).toHaveCount(1);

  await page.getByRole("link", { name: "What the API can do" }).click();
  // The page has every route with its fields: it is by far the longest.
  await expect(page.getByRole("heading", { name: "API", exact: true })).toBeVisible({ timeout: 60_000 });
  await page.getByText("Create an API token; only this answer shows it").click();
  await expect(page.getByRole("table", { name: "In the body of POST /api/v1/tokens" })).toContainText("days");
  await expectAccessible(page, "details[open]");
});

test("an admin adds a person to a project, makes them researcher and disables them", async ({
  page,
  signIn,
  browserOf,
  expectError,
}) => {
  const admin = await signIn("admin");
  const person = await makeUser({ name: "Noor Newcomer" });
  await page.goto(`/projects/${admin.projectId}/people`);
  await expectAccessible(page);

  expectError(/422/);
  await page.getByRole("button", { name: "Add person" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/E-mail address/).fill("nobody@example.org");
  await dialog.getByRole("button", { name: "Add person" }).click();
  await expect(dialog.getByText(/Nobody has an account/)).toBeVisible();
  await dialog.getByLabel(/E-mail address/).fill(person.email);
  await dialog.getByRole("button", { name: "Add person" }).click();
  const row = page.getByRole("row", { name: /Noor Newcomer/ });
  await expect(row).toContainText(/A-[2-9A-Z]{4}/);
  await expect(row).toContainText("Annotator");

  await row.getByRole("button", { name: "Change Noor Newcomer" }).click();
  await page.getByRole("menuitem", { name: "Change role…" }).click();
  await dialog.getByRole("radio", { name: "Researcher" }).click();
  await expect(dialog.getByText(/no longer a blind annotator/)).toBeVisible();
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect(row).toContainText("Researcher");

  const theirs = await browserOf(person);
  expect((await theirs.request.get(`/api/v1/projects/${admin.projectId}`)).status()).toBe(200);
  await row.getByRole("button", { name: "Change Noor Newcomer" }).click();
  await page.getByRole("menuitem", { name: "Disable…" }).click();
  await page.getByRole("button", { name: "Disable" }).click();
  await expect(row).toContainText("Disabled");
  expect((await theirs.request.get(`/api/v1/projects/${admin.projectId}`)).status()).toBe(404);
});

test("a site admin starts a project, renames and archives it", async ({ page, signIn }) => {
  await signIn("site-admin");
  await page.goto("/projects");
  await page.getByRole("button", { name: "New project" }).click();
  await expectAccessible(page);
  await page.getByLabel(/^Name/).fill("Summaries of court rulings");
  await page.getByRole("button", { name: "Start project" }).click();
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}/);

  const id = /[0-9a-f-]{36}/.exec(page.url())?.[0];
  await page.goto(`/projects/${id}/settings`);
  await expectAccessible(page);
  await page.getByRole("textbox", { name: /^Name/ }).fill("Court rulings");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Project: Court rulings" })).toBeVisible();
  await page.getByRole("button", { name: "Archive project" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Archive project" }).click();
  await expect(page.getByText("This project is archived")).toBeVisible();
  await expect(page.getByRole("button", { name: "Restore project" })).toBeVisible();
});

test("pages of a project do not exist for those who may not open them", async ({
  page,
  signIn,
  expectError,
}) => {
  expectError(/404/);
  const annotator = await signIn("annotator");
  const other = await makeProject();
  for (const path of ["people", "settings", "batches"]) {
    for (const project of [annotator.projectId, other.id, "1"]) {
      const response = await page.goto(`/projects/${project}/${path}`);
      expect(response?.status(), `${project}/${path}`).toBe(404);
    }
  }
  const session = await makeSession(await makeUser({ disabled: true }));
  await page.context().addCookies([session.cookie]);
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("an authenticator app is set up with its recovery codes, and asked for at the next sign-in", async ({
  page,
  signIn,
  expectError,
}) => {
  // The password alone is refused.
  expectError(/401/);
  const user = await makeUser({ password });
  await signIn(user);
  await page.goto("/account");
  const panel = page.getByRole("region", { name: "Authenticator app" });
  await panel.getByLabel("Your password", { exact: true }).fill(password);
  await panel.getByRole("button", { name: "Set up an app" }).click();
  await expect(panel.getByRole("img", { name: "QR code for an authenticator app" })).toBeVisible();
  await expectAccessible(page);
  const secret = ((await panel.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await panel.getByRole("textbox", { name: "Code" }).fill(codeShown(secret, new Date()));
  await panel.getByRole("button", { name: "Switch on" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Your recovery codes" });
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  await page.keyboard.press("Escape");
  const recovery = (await dialog.getByRole("listitem").first().textContent()) ?? "";
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "I have stored them" }).click();
  await expect(panel.getByText("On", { exact: true })).toBeVisible();
  await expect(page.locator("body")).not.toContainText(recovery);

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Code" }).fill(recovery);
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
});

test("a passkey is added, signs in by itself and beside the password, is renamed, and does not sign in once removed", async ({
  page,
  signIn,
  expectError,
}) => {
  // The password alone is refused, and so is the removed passkey.
  expectError(/401|422/);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true } as const;
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...options,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const user = await makeUser({ password });
  await signIn(user);
  await page.goto("/account");
  const panel = page.getByRole("region", { name: "Passkeys" });
  await panel.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name of the passkey").fill("Laptop");
  await dialog.getByLabel("Your password", { exact: true }).fill(password);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const codes = page.getByRole("alertdialog", { name: "Your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await codes.getByRole("button", { name: "I have stored them" }).click();
  await panel.getByRole("button", { name: "Rename Laptop" }).click();
  await dialog.getByLabel("Name of the passkey").fill("Work laptop");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(panel.getByText("Work laptop")).toBeVisible();
  await expectAccessible(page);

  const projects = page.getByRole("heading", { name: "Projects" });
  await page.context().clearCookies();
  await page.goto("/sign-in");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(projects).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Confirm with a passkey" }).click();
  await expect(projects).toBeVisible();

  await page.goto("/account");
  await panel.getByRole("button", { name: "Remove Work laptop" }).click();
  await dialog.getByRole("button", { name: "Remove with a passkey" }).click();
  await expect(panel.getByText("No passkeys")).toBeVisible();
  await page.context().clearCookies();
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("This passkey was not accepted")).toBeVisible();
});
