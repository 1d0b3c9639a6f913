import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "@/e2e/fixtures";
import { openStub } from "@/lib/llm/testing/stub";
import { makeBatch, makeDataset, makeMember, makeProject, makeRun, stepsOf } from "@/prisma/builders";

/** A key that no page may ever show. */
const CANARY = "sk-canary-0123456789-must-never-show-Zq7x";

const REMOVED = "Is the text good and is it short?";
const QUESTIONS = {
  baseline: ["Does it name the topic?", REMOVED],
  ticking: ["Does the text state a fact?", "Does the text have one sentence?"],
};

test("an admin drafts checklists by two policies, people review them, and the shares show which was kept", async ({
  page,
  signIn,
  browserOf,
  expectError,
}) => {
  test.slow();
  // An address that leads inside is refused.
  expectError(/422/);
  const { MODEL_PORT } = process.env;
  const stub = await openStub(({ messages, headers }) => {
    if (headers.authorization !== `Bearer ${CANARY}`) return { status: 401 };
    const prompt = messages.map(({ content }) => content).join("\n");
    const policy = prompt.includes("2 to 8 questions") ? "ticking" : "baseline";
    return { say: QUESTIONS[policy].map((question) => `[[${question}]]`).join("\n") };
  }, Number(MODEL_PORT));
  try {
    const project = await makeProject();
    const [admin, annotator] = [
      await makeMember("admin", { project }),
      await makeMember("annotator", { project }),
    ];
    const dataset = await makeDataset({ project, name: "Answers", tasks: 3 });
    await signIn(admin);
    const seen: string[] = [];
    page.on("response", async (response) => {
      const type = response.headers()["content-type"] ?? "";
      if (/html|json|x-component/.test(type)) seen.push(await response.text().catch(() => ""));
    });

    await page.goto(`/projects/${project.id}/drafts`);
    await expect(page.getByText("Nothing was drafted here yet")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Set up an endpoint" }).click();
    await addEndpoint(page, stub.base);

    await draft(page, project.id, "Checklist, policy baseline");
    await expectAccessible(page);
    await draft(page, project.id, "Checklist, policy ticking");
    expect(stub.asked.length).toBeGreaterThanOrEqual(6);

    // One click from a draft to how it was made.
    const units = page.getByRole("region", { name: "Units" });
    await units
      .getByRole("button", { name: /^How the list of items for task .* was drafted$/ })
      .first()
      .click();
    const panel = page.getByRole("dialog", { name: "How this was drafted" });
    await expect(panel.getByText("clstudy.generate.ticking", { exact: true })).toBeVisible();
    await expect(panel.getByRole("group", { name: "Answer as it came" })).toContainText(
      QUESTIONS.ticking[0] ?? "",
    );
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();

    await makeBatch({
      dataset,
      name: "Review",
      arms: [
        { name: "A", k: 1, exposure: null, steps: stepsOf("checklist-review", { exposure: "draft-first" }) },
      ],
      preset: "checklist-review",
      annotators: [annotator],
    });
    const desk = await browserOf(annotator);
    await desk.goto("/annotate");
    await desk.getByRole("button", { name: "Start: Review" }).click();
    for (let n = 0; n < 3; n++) {
      await expect(desk.getByRole("region", { name: "Question 1", exact: true })).toHaveCount(2);
      const address = desk.url();
      for (const question of [...QUESTIONS.baseline, ...QUESTIONS.ticking]) {
        const item = desk.getByRole("region", { name: /^Question \d$/ }).filter({ hasText: question });
        await item.getByRole("button", { name: question === REMOVED ? "Remove" : "Accept" }).click();
      }
      await expect(desk.getByText("Complete", { exact: true })).toBeVisible();
      await desk.getByRole("button", { name: "Submit" }).click();
      await expect(desk).not.toHaveURL(address);
    }
    await expect(desk.getByText("Nothing left in this batch", { exact: true })).toBeVisible();
    expect((await desk.request.get(`/api/v1/projects/${project.id}/runs`)).status()).toBe(404);

    await page.goto(`/projects/${project.id}/drafts/compare`);
    const shares = page.getByRole("table", { name: "What became of drafted questions" });
    await expect(shares.getByRole("row", { name: /policy baseline.*50\.0.%.*50\.0.%/ })).toBeVisible();
    await expect(shares.getByRole("row", { name: /policy ticking.*100\.0.%/ })).toBeVisible();
    await expectAccessible(page);

    for (const text of [...seen, await page.content(), await desk.content()])
      expect(text).not.toContain(CANARY);
  } finally {
    await stub.close();
  }
});

test("a batch waits for a run: its pages say so, and what becomes of it when the run is cancelled", async ({
  page,
  signIn,
}) => {
  const dataset = await makeDataset({ tasks: 2, checklist: 1, drafts: false });
  const run = await makeRun({ dataset, state: "paused" });
  const batch = await makeBatch({ dataset, name: "After the run", open: false });
  await signIn(run.admin);
  const home = `/projects/${dataset.projectId}`;
  const main = page.getByRole("main");

  await page.goto(`${home}/batches/${batch.id}/edit`);
  const numbers = page.getByRole("complementary", { name: "The batch in numbers" });
  await expect(numbers.getByText("per annotator")).toBeVisible();
  // Subjects, assignments and load: the page listens by now.
  await expect(numbers.getByText("2", { exact: true })).toHaveCount(3);
  await page
    .getByRole("navigation", { name: "Parts of the design" })
    .getByRole("button", { name: "Review", exact: true })
    .click();
  await page.getByRole("radio", { name: "By itself, after a run" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Open after the run" }).click();
  const question = page.getByRole("alertdialog", { name: "Open “After the run” after the run?" });
  await question.getByRole("button", { name: "Wait for the run" }).click();
  await expect(page).toHaveURL(`${home}/batches/${batch.id}`);
  await expect(main.getByText("The run is paused: 0 of 2 units are drafted.")).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${home}/drafts/${run.id}`);
  await expect(main.getByText("1 batch waits for this run")).toBeVisible();
  await page.getByRole("button", { name: "Cancel run" }).click();
  const sure = page.getByRole("alertdialog", { name: "Cancel Run?" });
  await expect(sure.getByText("1 batch that waits for it does not open by itself")).toBeVisible();
  await sure.getByRole("button", { name: "Cancel run" }).click();
  await expect(main.getByText("It was cancelled, so nothing opens by itself any more")).toBeVisible();

  await page.goto(`${home}/batches/${batch.id}`);
  await expect(main.getByText("The run was cancelled: 0 of 2 units are drafted.")).toBeVisible();
  await page.getByRole("button", { name: "Do not wait" }).click();
  await expect(main.getByText("The run was cancelled")).toBeHidden();
  await page.goto(`${home}/batches/${batch.id}/edit`);
  await expect(numbers.getByText("per annotator")).toBeVisible();
});

async function addEndpoint(page: Page, base: string) {
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const dialog = page.getByRole("dialog", { name: "New endpoint" });
  await dialog.getByLabel("Name").fill("House model");
  await dialog.getByLabel("Base URL").fill("http://10.0.0.7/v1");
  await dialog.getByLabel("Key").fill(CANARY);
  await dialog.getByRole("textbox", { name: /^Model/ }).fill("house-1");
  await dialog.getByLabel("Requests a minute").fill("600");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  await expect(dialog.getByRole("alert")).toContainText("must begin with https://");
  await dialog.getByLabel("Base URL").fill(base);
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  await expect(dialog).toBeHidden();
  const card = page.getByRole("region", { name: "House model", exact: true });
  await expect(card.getByText(CANARY.slice(-4), { exact: true })).toBeVisible();
  await card.getByRole("button", { name: "Test this connection" }).click();
  await expect(card.getByText("Text: works")).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
}

async function draft(page: Page, project: string, method: string) {
  await page.goto(`/projects/${project}/drafts/new`);
  await page.getByRole("combobox", { name: "Paper" }).selectOption(await paperOf(page));
  await page.getByRole("radio", { name: method, exact: true }).check();
  await expect(page.getByText("price unknown")).toBeVisible();
  await page.getByRole("button", { name: "Start run" }).click();
  await expect(page.getByText("3 of 3 units done")).toBeVisible({ timeout: 45_000 });
  await expect(page.getByRole("heading", { level: 1 })).toContainText(method);
}

/** The paper that the generation policies come from. */
async function paperOf(page: Page): Promise<string> {
  const papers = page.getByRole("combobox", { name: "Paper" }).locator("option");
  return (await papers.filter({ hasText: /^Furuhashi/ }).getAttribute("value")) ?? "";
}
