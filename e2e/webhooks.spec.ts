import { expect, expectAccessible, test } from "@/e2e/fixtures";
import { isSigned, openReceiver } from "@/lib/webhook/testing/receiver";

test("an admin adds a webhook, sees a delivered and a failed test event, and removes the webhook", async ({
  page,
  signIn,
  expectError,
}) => {
  // An internal address is refused.
  expectError(/422/);
  let status = 204;
  const receiver = await openReceiver(`http://127.0.0.1:${process.env.HOOK_PORT}`, () => ({ status }));
  try {
    const { projectId } = await signIn("admin");
    await page.goto(`/projects/${projectId}/settings`);
    const panel = page.getByRole("region", { name: "Webhooks" });
    await expect(panel.getByText("No webhooks")).toBeVisible();
    await panel.getByRole("button", { name: "New webhook" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Address/).fill("https://127.0.0.1/hook");
    await dialog.getByRole("button", { name: "Add webhook" }).click();
    await expect(dialog.getByText("This address leads into a private network.")).toBeVisible();
    await dialog.getByLabel(/^Address/).fill(receiver.url);
    await dialog.getByRole("checkbox", { name: "Drafting run stopped" }).uncheck();
    await dialog.getByRole("button", { name: "Add webhook" }).click();
    await expect(dialog.getByText("Copy the secret now")).toBeVisible();
    const shown = dialog.getByText(/^whsec_/);
    await expect(shown).toBeVisible();
    const secret = (await shown.textContent()) ?? "";
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(dialog).toBeHidden();

    const line = panel.getByRole("article", { name: receiver.url });
    await expect(line.getByText("Batch finished · Batch closed · Drafting run finished")).toBeVisible();
    await expect(page.locator("body")).not.toContainText(secret);
    await line.getByRole("button", { name: "Send a test event" }).click();
    const sent = line.getByRole("row", { name: /^Test/ });
    await expect(sent.getByText("Delivered", { exact: true })).toBeVisible({ timeout: 15_000 });
    await expect(sent.getByText("answered 204")).toBeVisible();
    const [one] = receiver.received;
    expect(one && isSigned(secret, one)).toBe(true);
    await expectAccessible(page);

    status = 500;
    await sent.getByRole("button", { name: "Send again" }).click();
    await expect(sent.getByText("answered 500")).toBeVisible({ timeout: 15_000 });
    await line.getByRole("button", { name: /^More for/ }).click();
    await page.getByRole("menuitem", { name: "Pause" }).click();
    await expect(line.getByText("Paused", { exact: true })).toBeVisible();
    await expect(line.getByRole("button", { name: "Switch on" })).toBeVisible();
    await line.getByRole("button", { name: /^More for/ }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Remove webhook" }).click();
    await expect(question).toBeHidden();
    await expect(panel.getByText("No webhooks")).toBeVisible();
  } finally {
    await receiver.close();
  }
});
