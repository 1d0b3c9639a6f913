import { randomInt } from "node:crypto";
import { expect, expectAccessible, expectInteractive, test } from "@/e2e/fixtures";
import { startGithub } from "@/lib/auth/testing/github";
import { startIdentityProvider } from "@/lib/auth/testing/identity-provider";
import { makeInvitation, makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

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
