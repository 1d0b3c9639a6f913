import { expect, expectAccessible, test } from "@/e2e/fixtures";
import { holdRequests } from "@/e2e/hold-requests";
import { openBatch } from "@/e2e/open-batch";
import { openTutorial } from "@/e2e/tutorials/walk";
import { makeDataset, makePreferenceDraft } from "@/testing/builders/datasets";
import { makeMember, makeToken } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { storedIn } from "@/testing/builders/submissions";

test("an admin designs two arms on a sample, and an annotator reads the guidelines before the first of them", async ({
  page,
  signIn,
  browserOf,
  expectError,
}) => {
  test.slow();
  // The first claim is refused because of the guidelines.
  expectError(/409/);
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotators = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  await makeDataset({ project, name: "Answers", tasks: 6, responses: 2, checklist: 2 });
  await signIn(admin);

  const tutorial = openTutorial("do-drafts-bias", [
    "Design two arms",
    "See it as an annotator will",
    "What people see",
  ]);
  await page.goto(`/projects/${project.id}`);
  const numbers = page.getByRole("complementary", { name: "The batch in numbers" });
  await tutorial.walk(page, "Design two arms", 1, {
    Name: "Two arms",
    "A random sample": async (usual) => {
      await page.getByLabel("Models").selectOption("model-2");
      await usual();
    },
    "Sample size": "4",
  });
  const list = page.getByRole("region", { name: "Responses", exact: true });
  await expect(list.getByText("4 responses")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(4);
  await expect(list.getByText(/model-1/)).toHaveCount(0);
  await expectAccessible(page);

  // Saved on the server while typing: a closed tab loses nothing.
  await expect(page.getByRole("status").filter({ hasText: "Draft saved" })).toBeVisible();
  await expect(page).toHaveURL(/\/edit$/);
  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue("Two arms");
  await expect(page.getByLabel("Sample size")).toHaveValue("4");

  await tutorial.walk(page, "Design two arms", 2, {
    "Checklist answering": async (usual) => {
      await expect(page.getByText("Fits nothing: no drafted overall score")).toBeVisible();
      await usual();
    },
  });
  await page.getByLabel("Another step").selectOption("ask");
  await page.getByRole("button", { name: "Add step" }).click();
  const questionStep = page.getByRole("group", { name: "Step 2: Question" });
  await questionStep.getByRole("textbox", { name: "Question" }).fill("Was anything unclear?");
  await tutorial.walk(page, "Design two arms", 3);
  await expect(page.getByRole("group", { name: "Arm B" }).getByLabel("Drafts")).toHaveValue("none");
  await expect(numbers.getByText("8", { exact: true })).toBeVisible();
  await tutorial.walk(page, "Design two arms", 4, {
    "Next: Guidelines": async (usual) => {
      // The project's annotators are chosen, its admin is not.
      for (const { name } of annotators) await expect(page.getByRole("checkbox", { name })).toBeChecked();
      await expect(page.getByRole("checkbox", { name: admin.name })).not.toBeChecked();
      await usual();
    },
    Guidelines: "Answer with care.",
  });
  await tutorial.walk(page, "Design two arms", 5);
  await expect(page.getByRole("row", { name: /^B 4 1 4 no past work yet/ })).toBeVisible();
  await expect(page.getByText("4 assignments for each annotator")).toBeVisible();
  await expectAccessible(page);

  // The workbench of each arm as its annotators will see it; nothing is stored.
  await tutorial.walk(page, "See it as an annotator will", 1);
  await expect(page.getByText("It names the topic.").first()).toBeVisible();
  await tutorial.walk(page, "See it as an annotator will", 2);
  await expect(page.getByText("It names the topic.")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
  await expectAccessible(page);
  await tutorial.walk(page, "See it as an annotator will", 3);
  await expect(page.getByText("0 of 8 assignments submitted")).toBeVisible();
  // A question was added to the preset's step, so the step is no longer attributed to the paper.
  await expect(
    page.getByText("Changed from InFoBench (Qin et al. 2024); TICK (Cook et al. 2024)."),
  ).toHaveCount(2);
  const batch = new URL(page.url()).pathname;

  const [annotator] = annotators;
  if (!annotator) throw new Error("nobody is there");
  const annotatorPage = await browserOf(annotator);
  await annotatorPage.goto("/annotate");
  await tutorial.walk(annotatorPage, "What people see", 1);
  await expect(annotatorPage.getByRole("heading", { level: 1, name: "Guidelines" })).toBeVisible();
  await expect(annotatorPage.getByText("Answer with care.")).toBeVisible();
  await expectAccessible(annotatorPage);
  await tutorial.walk(annotatorPage, "What people see", 2);
  tutorial.end();

  // A change while the batch is open is announced, with what changed.
  await page.goto(`${batch}/edit`);
  await page.getByRole("textbox", { name: "Guidelines" }).fill("Answer with great care.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(new RegExp(`${batch}$`));
  await annotatorPage.reload();
  await annotatorPage.getByRole("link", { name: "See what changed" }).click();
  const changes = annotatorPage.getByRole("region", { name: "What changed in the guidelines" });
  await expect(changes).toContainText("Removed: Answer with care.");
  await expect(changes).toContainText("Added: Answer with great care.");
  await annotatorPage.getByRole("button", { name: "I have read them" }).click();
  await expect(annotatorPage.getByRole("button", { name: "Submit" })).toBeVisible();
  await expect(annotatorPage.getByText("The guidelines changed")).toHaveCount(0);
});

test("the preset Queue fills in what a queue needs, and the open batch says how many a day it takes", async ({
  page,
  signIn,
}) => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  for (let n = 0; n < 3; n++) await makeMember("annotator", { project });
  await makeDataset({ project, name: "Production", tasks: 2 });
  await signIn(admin);
  // No card moves under a pointer when the numbers of what fits arrive.
  const count = await holdRequests(page, "**/batches/subjects");
  await page.goto(`/projects/${project.id}/batches/new`);
  await page.getByLabel("Name").fill("Every day");
  const parts = page.getByRole("navigation", { name: "Parts of the design" });
  await parts.getByRole("button", { name: "Protocol" }).click();
  const queue = page.getByRole("radio", { name: "Queue" });
  const before = await queue.boundingBox();
  expect(before).not.toBeNull();
  count();
  await expect(page.getByText("Fits 2 responses").first()).toBeVisible();
  expect(await queue.boundingBox()).toEqual(before);
  await queue.check();
  await expect(page.getByText(/^The batch is a queue now/)).toBeVisible();
  await parts.getByRole("button", { name: "Material" }).click();
  await expect(page.getByRole("switch", { name: "Take new responses by itself" })).toBeChecked();
  await expect(page.getByLabel("Sampling rate in percent")).toHaveValue("10");
  await page.getByLabel("At most this many per day").fill("20");
  await expectAccessible(page);
  await parts.getByRole("button", { name: "Review" }).click();
  await openBatch(page);
  await expect(page.getByText(/up to 1,000,000, 20 a day \(UTC\)/)).toBeVisible();
  await expect(page.getByText("Taken today")).toBeVisible();
});

test("Back, Forward and reload keep the wizard's step and everything that was entered", async ({
  page,
  signIn,
}) => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  await makeMember("annotator", { project });
  await makeDataset({ project, name: "Answers", tasks: 2 });
  await signIn(admin);
  await page.goto(`/projects/${project.id}/batches`);
  await page.getByRole("link", { name: "New batch" }).first().click();
  const step = page.getByRole("navigation", { name: "Parts of the design" }).locator("[aria-current=step]");
  const next = page.getByRole("button", { name: /^Next: / });
  const name = page.getByLabel("Name");
  const guidelines = page.getByRole("textbox", { name: "Guidelines" });
  await next.click();
  await next.click();
  await expect(step).toContainText("Arms");
  // Nothing was entered yet, so nothing is saved: the address is that of a new batch.
  await expect(page).toHaveURL(/\/batches\/new\?step=arms$/);
  await page.goBack();
  await expect(step).toContainText("Protocol");
  await page.goBack();
  await expect(step).toContainText("Material");
  await name.fill("Steps in the address");
  await page
    .getByRole("navigation", { name: "Parts of the design" })
    .getByRole("button", { name: "Guidelines" })
    .click();
  await guidelines.fill("Read everything first.");
  await expect(page).toHaveURL(/\/edit\?step=guidelines$/);
  await page.goBack();
  await expect(step).toContainText("Material");
  await expect(page.getByRole("heading", { name: "Step 1 of 8: Material" })).toBeFocused();
  await expect(name).toHaveValue("Steps in the address");
  await page.goForward();
  await expect(guidelines).toHaveValue("Read everything first.");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Batches" }).click();
  await expect(page.getByRole("heading", { name: "Batches", level: 1 })).toBeVisible();
  await page.goBack();
  await expect(step).toContainText("Guidelines");
  await expect(guidelines).toHaveValue("Read everything first.");
  await page.reload();
  await expect(step).toContainText("Guidelines");
  await expect(guidelines).toHaveValue("Read everything first.");
  await page.goBack();
  await expect(step).toContainText("Material");
  await expect(name).toHaveValue("Steps in the address");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Batches", level: 1 })).toBeVisible();
  await page.goForward();
  await expect(name).toHaveValue("Steps in the address");
});

test("a sample of pairs is drawn where judges are uncertain, and the wizard says how many have values of judges", async ({
  page,
  signIn,
}) => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  await makeMember("annotator", { project });
  const dataset = await makeDataset({ project, name: "Pairs", tasks: 1, responses: 2, drafts: false });
  await makePreferenceDraft(dataset, { value: "A", lines: ["It is fuller."] });
  await signIn(admin);

  await page.goto(`/projects/${project.id}/batches/new`);
  await page.getByLabel("Name").fill("Uncertain pairs");
  const parts = page.getByRole("navigation", { name: "Parts of the design" });
  await parts.getByRole("button", { name: "Protocol" }).click();
  await page.getByRole("radio", { name: "Preference" }).check();
  await parts.getByRole("button", { name: "Arms" }).click();
  await page.getByLabel(/^People per/).fill("1");
  await parts.getByRole("button", { name: "Material" }).click();
  await page.getByRole("radio", { name: /^A random sample/ }).check();
  await page.getByLabel("Sample size").fill("1");
  await page.getByLabel("Spread").selectOption("uncertainty");
  await expect(
    page.getByText(/^None of the pairs that fit has .*: for 1 there is one answer without a/),
  ).toBeVisible();
  await makePreferenceDraft(dataset, { value: "tie", lines: [], votes: ["A", "B"] });
  await expect(page.getByRole("status").filter({ hasText: "Draft saved" })).toBeVisible();
  await page.reload();
  await expect(
    page.getByText(/^Pairs with several samples or both orders of a judge.*: 1 of 1\.$/),
  ).toBeVisible();
  await expectAccessible(page);
  await parts.getByRole("button", { name: "Review" }).click();
  await openBatch(page);
  await expect(page.getByText("1 at random, more often where judges are uncertain")).toBeVisible();
});

test("an admin has pairs curated: the better response is chosen, and each part kept or discarded with a reason", async ({
  page,
  signIn,
  browserOf,
}) => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotator = await makeMember("annotator", { project });
  await makeDataset({ project, name: "Pairs", tasks: 1, responses: 2, checklist: 2 });
  await signIn(admin);

  await page.goto(`/projects/${project.id}/batches/new`);
  await page.getByLabel("Name").fill("Curated pairs");
  const parts = page.getByRole("navigation", { name: "Parts of the design" });
  await parts.getByRole("button", { name: "Protocol" }).click();
  await page.getByRole("radio", { name: "Curation" }).check();
  await parts.getByRole("button", { name: "Arms" }).click();
  await page.getByLabel(/^People per/).fill("1");
  await parts.getByRole("button", { name: "Review" }).click();
  await page.getByRole("button", { name: "Open batch" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("1 assignment on 1 pair becomes available to 1 annotator");
  await dialog.getByRole("button", { name: "Open batch" }).click();
  await expect(page.getByText("0 of 1 assignment submitted")).toBeVisible();
  const batch = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  const work = await browserOf(annotator);
  await work.goto("/annotate");
  await work.getByRole("button", { name: "Start: Curated pairs" }).click();
  await expect(work.getByRole("region", { name: "Your preference" })).toBeFocused();
  await work.keyboard.press("2");
  await expect(work.getByRole("region", { name: "Question 1", exact: true })).toBeFocused();
  await expectAccessible(work);
  await work.keyboard.press("a");
  await expect(work.getByRole("region", { name: "Question 2", exact: true })).toBeFocused();
  await work.keyboard.press("x");
  const why = work.getByRole("combobox", { name: "Reason for the decision on Question 2" });
  await expect(why).toBeFocused();
  await work.keyboard.press("w");
  await work.keyboard.press("Enter");
  await expect(work.getByText("Complete", { exact: true })).toBeVisible();
  await work.keyboard.press("ControlOrMeta+Enter");
  await expect(work.getByRole("heading", { name: "Nothing left in this batch" })).toBeVisible();
  const { judgements, decisions } = await storedIn({ id: batch });
  expect(judgements.map(({ target, value }) => [target, value])).toEqual([["preference", "B"]]);
  expect(decisions.map(({ action }) => action)).toEqual(["accept", "remove"]);
});

test("a queue is opened on a dataset without records, says what it waits for, and has work once a sample is pushed", async ({
  page,
  request,
  signIn,
  browserOf,
}) => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const people = [];
  for (let n = 0; n < 3; n++) people.push(await makeMember("annotator", { project }));
  const { id: dataset } = await makeDataset({ project, name: "Production", tasks: 0 });
  await signIn(admin);
  await page.goto(`/projects/${project.id}/data/${dataset}`);
  await expect(page.getByText(`countersign push samples.jsonl --dataset ${dataset}`)).toBeVisible();
  await page.getByRole("link", { name: "New batch with this dataset" }).click();
  await page.getByLabel("Name").fill("Every day");
  await expect(page.getByRole("switch", { name: "Take new responses by itself" })).toBeChecked();
  await page.getByLabel("Sampling rate in percent").fill("100");
  await page.getByRole("button", { name: "Open batch" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByText("No response fits yet, so it opens without any.")).toBeVisible();
  await dialog.getByRole("button", { name: "Open batch" }).click();
  await expect(page.getByText("No response has come yet")).toBeVisible();
  await expect(page.getByText(/^It takes each response that Production gets from now on/)).toBeVisible();
  await expectAccessible(page);

  const records = [
    { type: "task", id: "first", instruction: "Say something." },
    { type: "response", id: "first.r", task: "first", model: "m", text: "Something." },
  ];
  const { token } = await makeToken(admin);
  const pushed = await request.post(`/api/v1/datasets/${dataset}/records`, {
    headers: { authorization: `Bearer ${token}` },
    data: { records },
  });
  expect(await pushed.json()).toMatchObject({ added: { task: 1, response: 1 } });
  // One assignment, or three if it falls into the reserve.
  await expect(page.getByText(/^0\sof\s[13]\sassignments?\ssubmitted$/)).toBeVisible();
  const [annotator] = people;
  if (!annotator) throw new Error("nobody is there");
  const theirs = await browserOf(annotator);
  await theirs.goto("/annotate");
  await expect(theirs.getByRole("button", { name: "Start: Every day" })).toBeVisible();
});
