import { expect, expectAccessible, test } from "@/e2e/fixtures";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeProgress } from "@/testing/builders/submissions";

/** Long enough for a polling page on a busy machine, in milliseconds. */
const LIVE = { timeout: 60_000 };

async function makeMonitoredBatch({ people = 2, tasks = 3, k = 1 } = {}) {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotators = [];
  for (let n = 0; n < people; n += 1) annotators.push(await makeMember("annotator", { project }));
  const [ada, ben] = annotators;
  if (!ada) throw new Error("an annotator is needed");
  const batch = await makeBatch({ dataset: await makeDataset({ project, tasks }), annotators, k });
  const [id] = await makeProgress(ada, batch, { open: true });
  return { admin, ada, ben: ben ?? ada, batch, id, path: `/projects/${project.id}/batches/${batch.id}` };
}

test("an annotator asks a question about an assignment, and an admin answers and publishes it", async ({
  page,
  signIn,
  browserOf,
}) => {
  const { admin, ada, ben, batch, id, path } = await makeMonitoredBatch();
  const hers = await browserOf(ada);
  await hers.goto(`/annotate/${id}`);
  await hers.getByRole("button", { name: "Questions" }).click();
  const dialog = hers.getByRole("dialog", { name: "Questions" });
  await dialog.getByRole("button", { name: "Ask" }).click();
  await expect(dialog.getByText("Write something first.")).toBeVisible();
  await dialog.getByLabel("Your question").fill("<b>Does a list count</b> as one sentence?");
  await dialog.getByRole("button", { name: "Ask" }).click();
  await expect(dialog.getByRole("listitem")).toContainText("<b>Does a list count</b> as one sentence?");
  await expectAccessible(hers);
  // With the dialog open the annotator would see the answer at once, and it would not be marked as new.
  await hers.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await signIn(admin);
  await page.goto(path);
  await page
    .getByRole("navigation", { name: "Batch" })
    .getByRole("link", { name: /Questions\s*1/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /^Questions: / })).toBeVisible();
  await page.getByRole("link", { name: new RegExp(ada.name) }).click();
  const conversation = page.getByRole("region", { name: `${ada.name} asks` });
  await conversation.getByLabel("Your answer").fill("Yes, Ada, as one.");
  await conversation.getByRole("button", { name: "Send answer" }).click();
  await expect(conversation.getByRole("listitem").filter({ hasText: "Yes, Ada, as one." })).toBeVisible();
  await expectAccessible(page);

  await conversation.getByRole("button", { name: "Publish to all annotators…" }).click();
  const publish = page.getByRole("dialog", { name: "Publish to all annotators" });
  await expect(publish.getByLabel("Question")).toHaveValue("<b>Does a list count</b> as one sentence?");
  await publish.getByLabel("Question").fill("Does a list count as one sentence?");
  await publish.getByLabel("Answer").fill("Yes, as one.");
  await publish.getByRole("button", { name: "Publish answer" }).click();
  await expect(conversation.getByRole("region", { name: "Published to all annotators" })).toContainText(
    "Yes, as one.",
  );

  await hers.goto("/annotate");
  const questions = hers.getByRole("region", { name: "Your questions" }).getByRole("link");
  await expect(questions).toContainText("New answer");
  await questions.click();
  await expect(hers.getByRole("dialog", { name: "Questions" })).toContainText("Yes, Ada, as one.");

  const [another] = await makeProgress(ben, batch, { open: true });
  const his = await browserOf(ben);
  await his.goto(`/annotate/${another}`);
  await his.getByText("Questions and answers (1)").click();
  await expect(his.getByText("Yes, as one.", { exact: true })).toBeVisible();
  await expect(his.getByText(/\bAda\b/)).toHaveCount(0);
});

test("the monitor updates by itself while annotators work, and names subjects that no annotator can take", async ({
  page,
  signIn,
  browserOf,
}) => {
  const { admin, ada, id, path } = await makeMonitoredBatch({ people: 1, tasks: 2, k: 2 });
  await signIn(admin);
  await page.goto(path);
  await expect(page.getByText("0 of 4 assignments submitted")).toBeVisible();
  const inProgress = page.getByRole("region", { name: "In progress" });
  await expect(inProgress.getByRole("row").filter({ hasText: ada.name })).toContainText("At work");
  await expectAccessible(page);

  const hers = await browserOf(ada);
  await hers.goto(`/annotate/${id}`);
  await hers.getByRole("button", { name: "4: Good" }).click();
  await hers.getByRole("button", { name: /Submit/ }).click();
  await expect(page.getByText("1 of 4 assignments submitted", { exact: true })).toBeVisible(LIVE);
  await expect(page.getByText(/No annotator of this batch can take/)).toBeVisible();
  await page.getByRole("link", { name: "Show them" }).click();
  await expect(page).toHaveURL(/filter=nobody/);
  await expect(page.getByRole("region", { name: "Responses" }).getByRole("row")).toHaveCount(3, LIVE);
});

test("an annotator flags an assignment with a note, and an admin resolves it with a comment", async ({
  page,
  signIn,
  browserOf,
}) => {
  const { admin, ada, id, path } = await makeMonitoredBatch();
  const hers = await browserOf(ada);
  await hers.goto(`/annotate/${id}`);
  await hers.getByRole("button", { name: "Flag a problem" }).click();
  const dialog = hers.getByRole("dialog", { name: "Flag a problem" });
  await dialog.getByLabel("Something else").click();
  await dialog.getByRole("button", { name: "Save flags" }).click();
  await expect(dialog.getByText("Describe the problem in a few words.")).toBeVisible();
  await dialog.getByLabel("Note").fill("The second half is missing.");
  await expectAccessible(hers);
  await dialog.getByRole("button", { name: "Save flags" }).click();
  await expect(hers.getByRole("button", { name: "Flagged: Something else" })).toBeVisible();

  await signIn(admin);
  await page.goto(`${path}/remarks`);
  const flag = page.getByRole("listitem").filter({ hasText: "The second half is missing." });
  await expect(flag).toContainText("Something else", LIVE);
  await expectAccessible(page);
  await flag.getByRole("button", { name: "Resolve…" }).click();
  const resolve = page.getByRole("dialog", { name: "Resolve this flag" });
  await resolve.getByLabel("What was done about it").fill("Imported again.");
  await resolve.getByRole("button", { name: "Resolve flag" }).click();
  await expect(page.getByText("No flag waits to be resolved")).toBeVisible();
  await page.getByRole("link", { name: /Resolved flags/ }).click();
  await expect(flag).toContainText("Imported again.");
});
