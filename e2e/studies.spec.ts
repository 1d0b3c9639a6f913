import { expect, expectAccessible, test } from "@/e2e/fixtures";
import { makeClosedBatch, makeMember } from "@/prisma/builders";

test("a study is frozen, made public, read by somebody without an account, and taken back", async ({
  page,
  signIn,
  browser,
}) => {
  const admin = await signIn("admin");
  const project = { id: admin.projectId };
  const people = [
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
  ] as const;
  await makeClosedBatch({ people, name: "Letters, first round" });
  await page.goto(`/projects/${admin.projectId}/studies`);
  await page.getByRole("button", { name: "Freeze a study" }).click();
  const freezing = page.getByRole("dialog", { name: "Freeze a study" });
  await freezing.getByLabel("Title").fill("What letters leave out");
  await freezing.getByLabel("Authors").fill("Curie, M.; Noether, E.");
  await freezing.getByRole("checkbox", { name: "Letters, first round" }).check();
  await freezing.getByRole("button", { name: "Freeze", exact: true }).click();
  await expect(page.getByRole("link", { name: "Version 1", exact: true })).toBeVisible();
  await expect(page.getByText("The data are what version 1 has.")).toBeVisible();
  await page.getByRole("button", { name: "Make public" }).click();
  const publishing = page.getByRole("dialog", { name: "Make version 1 public" });
  await publishing.getByRole("button", { name: "Make public" }).click();
  await expect(publishing).toBeHidden();
  const link = page.getByRole("link", { name: "/card/" });
  await expect(link).toBeVisible();
  const address = (await link.getAttribute("href")) ?? "";

  // Somebody else, without an account and without scripts.
  const context = await browser.newContext({ javaScriptEnabled: false });
  const reader = await context.newPage();
  await reader.goto(address);
  await expect(reader.getByRole("heading", { level: 1, name: "What letters leave out" })).toBeVisible();
  await expect(reader.getByRole("group", { name: "Individual labels" }).getByRole("row")).toHaveCount(13);
  await expect(reader.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  await context.close();
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1, name: "What letters leave out" })).toBeVisible();
  await expectAccessible(page);

  await page.goBack();
  await page.getByRole("button", { name: "Take it back" }).click();
  const revoking = page.getByRole("alertdialog");
  await revoking.getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByText("Version 1 is not public.")).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(404);
});
