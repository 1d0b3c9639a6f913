import { expect, expectAccessible, test } from "@/e2e/fixtures";
import { nextIsMade, noteBars, openNext } from "@/e2e/workbench-steps";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { ageSubmissions, makeProgress, storedIn } from "@/testing/builders/submissions";

test("an admin sends a submission back, reads the new one, and releases a stuck assignment", async ({
  page,
  signIn,
  browserOf,
  expectError,
}) => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotator = await makeMember("annotator", { project });
  const dataset = await makeDataset({ project, tasks: 2 });
  const batch = await makeBatch({ dataset, annotators: [annotator], name: "Round one" });
  await makeProgress(annotator, batch, { submitted: 1 });
  await signIn(admin);
  const work = `/projects/${project.id}/batches/${batch.id}/work`;

  await page.goto(work);
  await expectAccessible(page);
  await page.getByRole("button", { name: `Send the submission back to ${annotator.name}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send back" }).click();
  await expect(dialog.getByText("Say what to look at again.")).toBeVisible();
  await dialog.getByLabel("What to look at again").fill("The score is missing.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send back" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Nothing is submitted yet.")).toBeVisible();

  const theirs = await browserOf(annotator);
  await theirs.goto("/annotate");
  const sentBack = theirs.getByRole("region", { name: "Sent back to you" });
  await expect(sentBack).toContainText("The score is missing.");
  await expectAccessible(theirs);
  await sentBack.getByRole("button", { name: /^Start: / }).click();
  await expect(theirs.getByText("Sent back to you: look at it again")).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Skip this assignment" })).toHaveCount(0);
  await theirs.getByRole("button", { name: /^4/ }).click();
  await theirs.getByRole("button", { name: "Submit" }).click();
  await expect(theirs.getByRole("status").getByText("Submitted", { exact: true })).toBeVisible();
  // The next one is shown, without the previous one's banner.
  await expect(theirs.getByRole("button", { name: "Skip this assignment" })).toBeVisible();
  expect((await storedIn(batch)).judgements).toMatchObject([{ value: 4 }]);

  // Released while they are working: their next action reports it.
  const release = page.getByRole("button", { name: `Release the assignment of ${annotator.name}` });
  // It is on their screen before the server has opened it.
  await expect(async () => {
    await page.goto(`${work}?show=in-progress`);
    await expect(release).toBeVisible({ timeout: 2000 });
  }).toPass();
  await release.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Release" }).click();
  await expect(page.getByText("Nobody is in the middle of an assignment.")).toBeVisible();
  expectError(/409/);
  await theirs.getByRole("button", { name: /^2/ }).click();
  await expect(theirs.getByText("This assignment was taken back by a project admin.")).toBeVisible();

  await theirs.goto("/annotate");
  await theirs.getByRole("link", { name: "All your submissions" }).click();
  await expect(theirs.getByRole("heading", { level: 1, name: "Your submissions" })).toBeVisible();
  await expectAccessible(theirs);
  const submissions = theirs.getByRole("region", { name: "Submissions" });
  await submissions.getByRole("searchbox", { name: "Search your submissions" }).fill("no such words");
  await submissions.getByRole("button", { name: "Search" }).click();
  await expect(submissions.getByText("Nothing found")).toBeVisible();
  await submissions.getByRole("combobox", { name: "Batch" }).selectOption({ label: "Round one (1)" });
  await expect(theirs).toHaveURL(/q=no\+such\+words&batch=/);
  await submissions.getByRole("searchbox", { name: "Search your submissions" }).fill("explain");
  await submissions.getByRole("button", { name: "Search" }).click();
  await expect(theirs).toHaveURL(/q=explain&batch=/);
  await submissions.getByRole("link", { name: /Explain topic/ }).click();
  await expect(theirs.getByText("You can reopen and change it until the batch is closed")).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Submit" })).toHaveCount(0);
  await ageSubmissions(batch);
  await theirs.getByRole("button", { name: "Open it again" }).click();
  await expect(theirs.getByText("What you submitted counts until you submit it again.")).toBeVisible();
  await expectAccessible(theirs);
  const pressed = theirs.locator("[data-target] button[aria-pressed=true]");
  const submitted = (await pressed.textContent())?.charAt(0) ?? "";
  await theirs.getByRole("button", { name: submitted === "1" ? /^5/ : /^1/ }).click();
  await expect(theirs.getByText(/^Saved · /)).toBeVisible();
  await theirs.getByRole("button", { name: "Leave it as submitted" }).click();
  await expect(theirs.getByText("You can reopen and change it until the batch is closed")).toBeVisible();
  await expect(pressed).toHaveText(new RegExp(`^${submitted}`));
});

test("an admin adds to a running batch, removes an annotator, makes a new version, and archives the batch", async ({
  page,
  signIn,
}) => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotator = await makeMember("annotator", { project });
  const dataset = await makeDataset({ project, tasks: 3 });
  const batch = await makeBatch({ dataset, annotators: [annotator], name: "Pilot" });
  await makeProgress(annotator, batch, { submitted: 1, open: true });
  await signIn(admin);
  const home = `/projects/${project.id}/batches`;
  await page.goto(`${home}/${batch.id}`);
  const head = page.getByRole("heading", { level: 1 }).locator("..");
  const menu = async (item: string) => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  const confirm = async (text: RegExp, verb: string) => {
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText(text);
    await dialog.getByRole("button", { name: verb }).click();
    await expect(dialog).toBeHidden();
  };

  await menu("Add responses…");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Nothing that fits is left to add.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();

  await menu("Ask for more people per response…");
  await dialog.getByLabel("People per response").fill("2");
  await expect(dialog.getByText(/2 different people are needed/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add assignments" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("main")).toContainText(/1 of 6\sassignments submitted/);

  await page.getByRole("button", { name: `Remove ${annotator.name}` }).click();
  await confirm(/1\sassignment in progress goes to others.*1\ssubmission of theirs stays/, "Remove");
  await expect(page.getByText("Nobody works on it yet")).toBeVisible();

  await menu("Make a new version…");
  await confirm(/with its 1\ssubmission: none is copied/, "Make version");
  await expect(head).toContainText("Pilot, version 2");
  await expect(head.locator("..")).toContainText("A version of Pilot");
  await page.getByRole("link", { name: "Pilot", exact: true }).click();
  await expect(page.getByText("Newer version: Pilot, version 2")).toBeVisible();

  await menu("Close…");
  await confirm(/5\sassignments will never be submitted/, "Close batch");
  await expect(head).toContainText("Closed");
  await menu("Archive…");
  await confirm(/leaves the list/, "Archive batch");
  await expect(head).toContainText("Archived");
  await page.goto(home);
  const archived = page.getByRole("link", { name: "1 archived" });
  await expect(archived).toBeVisible();
  await expect(page.getByRole("link", { name: "Pilot", exact: true })).toHaveCount(0);
  await archived.click();
  await page.getByRole("link", { name: "Pilot", exact: true }).click();
  await menu("Bring back…");
  await confirm(/It is closed again/, "Bring back");
  await expect(head).toContainText("Closed");
});

test("closing a batch counts as never submitted also what an annotator's page has prefetched", async ({
  page,
  signIn,
  browserOf,
}) => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotator = await makeMember("annotator", { project });
  const dataset = await makeDataset({ project, tasks: 4 });
  const batch = await makeBatch({ dataset, annotators: [annotator], k: 1 });
  const theirs = await browserOf(annotator);
  await noteBars(theirs);
  await openNext(theirs);
  await nextIsMade(theirs);
  await signIn(admin);
  await page.goto(`/projects/${project.id}/batches/${batch.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Close…" }).click();
  await expect(page.getByRole("alertdialog")).toContainText(/4\sassignments will never be submitted/);
});

test("an admin adds ticked subjects to a running batch, as many as the dialog stated", async ({
  page,
  signIn,
}) => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotator = await makeMember("annotator", { project });
  const dataset = await makeDataset({ project, tasks: 6 });
  const batch = await makeBatch({
    ...{ dataset, annotators: [annotator], name: "Growing" },
    selection: { filter: {}, sample: { size: 2, by: "everything" } },
  });
  await signIn(admin);
  await page.goto(`/projects/${project.id}/batches/${batch.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Add responses…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(/4\sresponses fit\. Adding 4\sresponses makes 4\sassignments\./);
  await dialog.getByRole("radio", { name: /^A random sample/ }).check();
  await dialog.getByLabel("Number").fill("3");
  await expect(dialog).toContainText(/Adding 3\sresponses makes 3\sassignments\./);
  await dialog.getByRole("radio", { name: "Those I tick" }).check();
  await expect(dialog.getByRole("button", { name: /^Add/ })).toBeDisabled();
  const boxes = dialog.getByRole("checkbox");
  await expect(boxes).toHaveCount(4);
  await boxes.nth(1).click();
  await boxes.nth(3).click();
  await expect(dialog).toContainText(/Adding 2\sresponses makes 2\sassignments\./);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^Add 2/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("main")).toContainText(/0 of 4\sassignments submitted/);
});
