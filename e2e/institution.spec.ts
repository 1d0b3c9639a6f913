import { expect, expectAccessible, test } from "@/e2e/fixtures";
import { startIdentityProvider } from "@/lib/auth/testing/identity-provider";
import { makeInvitation } from "@/testing/builders/people";
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
    await expect(page.getByText("You sign in with the University.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Change password" })).toBeHidden();
  } finally {
    await provider.stop();
  }
});
