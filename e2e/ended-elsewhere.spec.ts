import { openAgain, openNext, storedUnsent } from "@/e2e/workbench-steps";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { expect, test } from "./fixtures";

test("after a submission in another window, this one takes nothing more but the text that is being written", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 2 });
  await makeBatch({ dataset, annotators: [annotator] });
  await openNext(page);
  const other = await openAgain(page);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const note = page.getByRole("textbox", { name: "Note to the project admins" });
  await button("Note").click();
  await expect(note).toBeFocused();

  await other.keyboard.press("4");
  await expect(other.getByText("Complete", { exact: true })).toBeVisible();
  await other.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("This assignment is submitted.", { exact: true })).toBeVisible();
  await expect(page.getByText("This assignment is open in another window too.")).toBeHidden();
  await page.keyboard.type("The last sentence");
  await page.keyboard.press("Escape");
  await expect(note).toBeHidden();
  await storedUnsent(page, "note", 1);

  for (const name of ["Note (written)", "Flag a problem", "Skip this assignment", "Undo", "Redo", "Submit"])
    await expect(button(name)).toBeDisabled();
  for (const key of ["m", "p", "s", "ControlOrMeta+z", "ControlOrMeta+Shift+z"])
    await page.keyboard.press(key);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(note).toBeHidden();
  await storedUnsent(page, "undo", 0);
});

for (const [label, way] of [
  ["submitted", "is submitted"],
  ["skipped", "is skipped"],
] as const)
  test(`dialogs close when the assignment ${way} in another window, and the page says so`, async ({
    page,
    signIn,
  }) => {
    const annotator = await signIn("annotator");
    const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 3 });
    await makeBatch({ dataset, annotators: [annotator] });
    await openNext(page);
    const other = await openAgain(page);
    const dialog = page.getByRole("dialog");
    await page
      .getByRole("button", { name: label === "skipped" ? "Flag a problem" : "Skip this assignment" })
      .click();
    await expect(dialog).toBeVisible();

    if (label === "skipped") {
      await other.getByRole("button", { name: "Skip this assignment" }).click();
      await other.getByLabel("Reason").fill("Not my field");
      await other.getByRole("button", { name: "Skip assignment" }).click();
    } else {
      await other.keyboard.press("4");
      await expect(other.getByText("Complete", { exact: true })).toBeVisible();
      await other.keyboard.press("ControlOrMeta+Enter");
    }
    await expect(page.getByText(`This assignment ${way}.`, { exact: true })).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Next assignment" }).click();
    await expect(page.getByText("2 of 3", { exact: true }).filter({ visible: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Submit", exact: true })).toBeVisible();
    await expect(dialog).toBeHidden();
  });
