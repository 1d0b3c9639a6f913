import { expect, expectAccessible, patient, test } from "@/e2e/fixtures";
import { openTutorial } from "@/e2e/tutorials/walk";
import { makeJudgedDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeClosedBatch } from "@/testing/builders/submissions";

test("an admin freezes a batch and an imported study and publishes and unpublishes them; the card is readable without an account", async ({
  page,
  signIn,
  browser,
  troubles,
  expectError,
}) => {
  const project = await makeProject();
  const people = [
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
  ] as const;
  await makeClosedBatch({ people, name: "Second round" });
  await makeJudgedDataset({ project, name: "Their letters" });
  await signIn(await makeMember("admin", { project }));
  await page.goto(`/projects/${project.id}`);
  const tutorial = openTutorial("from-batch-to-paper", ["Freeze and publish"]);
  const freezing = page.getByRole("dialog", { name: "New release" });
  const freeze = async (usual: () => Promise<void>) => {
    await freezing.getByRole("checkbox", { name: "Second round" }).check();
    await freezing.getByRole("checkbox", { name: "Their letters" }).check();
    await expectAccessible(page);
    await usual();
  };
  await tutorial.walk(page, "Freeze and publish", 1, {
    Title: "What was found",
    Authors: "Curie, M.",
    Freeze: freeze,
  });
  await expect(page.getByRole("heading", { name: "What was found", level: 1 })).toBeVisible();

  const publish = page.getByRole("button", { name: "Make public" });
  await expect(publish).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  const publishing = page.getByRole("dialog", { name: "Make version 1 public" });
  await tutorial.walk(page, "Freeze and publish", 2, {
    // Readers see these, as is shown below.
    "Individual labels": async () => expect(publishing).toBeHidden(),
  });
  const link = page.getByRole("link", { name: /\/card\// });
  await expect(link).toBeVisible();
  const address = (await link.getAttribute("href")) ?? "";

  // An unknown visitor.
  const theirs = await browser.newContext();
  await troubles.watch(theirs);
  const visitor = patient(await theirs.newPage());
  await visitor.goto(address);
  await expect(visitor.getByRole("heading", { name: "What was found", level: 1 })).toBeVisible();
  await expect(visitor.getByRole("heading", { name: /^Arm A: 2 people per response/ })).toBeVisible();
  await expect(visitor.getByText("with the judgements it came with")).toBeVisible();
  await expect(visitor.getByRole("table", { name: /^Reliability|^Agreement/ })).toHaveCount(2);
  const labels = visitor.getByRole("group", { name: "Individual labels" });
  await expect(labels.getByRole("cell", { name: /^R-[2-9A-Z]{8}$/ })).toHaveCount(18);
  await expectAccessible(visitor);

  // On a phone without scripts: wide content can still be scrolled by keyboard.
  const bare = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const reader = await bare.newPage();
  await reader.goto(address);
  const region = reader.getByRole("group", { name: "Individual labels" });
  await region.focus();
  await expect(region).toBeFocused();
  await reader.keyboard.press("ArrowRight");
  await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  await bare.close();

  await tutorial.walk(page, "Freeze and publish", 3);
  tutorial.end();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Take it back" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Version 1 is not public.")).toBeVisible();
  expectError(/404/);
  expect((await visitor.goto(address))?.status()).toBe(404);
  await theirs.close();
});
