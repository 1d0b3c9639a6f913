import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "@/e2e/fixtures";
import { openStub } from "@/lib/llm/testing/stub";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeChecklists } from "@/testing/builders/checklists";
import { makeDataset, type TestDataset } from "@/testing/builders/datasets";
import { makeMember, type TestMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint } from "@/testing/builders/runs";

/** A key that no page may ever show. */
const CANARY = "sk-canary-0123456789-must-never-show-Zq7x";

const REMOVED = "Is the text good and is it short?";
const QUESTIONS = {
  baseline: ["Does it name the topic?", REMOVED],
  ticking: ["Does the text state a fact?", "Does the text have one sentence?"],
};

test("an admin drafts checklists by two policies, annotators review them, and a table compares the shares accepted", async ({
  page,
  signIn,
  browserOf,
  expectError,
}) => {
  test.slow();
  // An internal address is refused.
  expectError(/422/);
  const { MODEL_PORT } = process.env;
  const stub = await openStub(({ messages, headers }) => {
    if (headers.authorization !== `Bearer ${CANARY}`) return { status: 401 };
    const prompt = messages.map(({ content }) => content).join("\n");
    const policy = /2 to 8\s+questions/.test(prompt) ? "ticking" : "baseline";
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

    await draft(page, project.id, "Baseline checklist (policy baseline)");
    await expectAccessible(page);
    // A batch shows the newest run that exists when it opens.
    await makeReview(dataset, annotator, "baseline");
    await draft(page, project.id, "TICK-style checklist (policy ticking)");
    expect(stub.requests.length).toBeGreaterThanOrEqual(6);

    // One click from a draft to its provenance.
    const units = page.getByRole("region", { name: "Results, one by one" });
    await units
      .getByRole("button", { name: /^Provenance of the list of items for task / })
      .first()
      .click();
    const panel = page.getByRole("dialog", { name: "How this was drafted" });
    await expect(panel.getByText("clstudy.generate.ticking", { exact: true })).toBeVisible();
    await expect(panel.getByRole("group", { name: "Raw answer" })).toContainText(QUESTIONS.ticking[0] ?? "");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();

    await makeReview(dataset, annotator, "ticking");
    const annotatorPage = await browserOf(annotator);
    for (const policy of ["baseline", "ticking"] as const) {
      await annotatorPage.goto("/annotate");
      await annotatorPage.getByRole("button", { name: `Start: Review ${policy}` }).click();
      for (let n = 0; n < 3; n++) {
        const items = annotatorPage.getByRole("region", { name: /^Question \d$/ });
        await expect(items).toHaveCount(QUESTIONS[policy].length);
        const address = annotatorPage.url();
        for (const question of QUESTIONS[policy]) {
          const item = items.filter({ hasText: question });
          await item.getByRole("button", { name: question === REMOVED ? "Remove" : "Accept" }).click();
        }
        await expect(annotatorPage.getByText("Complete", { exact: true })).toBeVisible();
        await annotatorPage.getByRole("button", { name: "Submit" }).click();
        await expect(annotatorPage).not.toHaveURL(address);
      }
    }
    await expect(annotatorPage.getByRole("heading", { name: "Nothing left in this batch" })).toBeVisible();
    expect((await annotatorPage.request.get(`/api/v1/projects/${project.id}/runs`)).status()).toBe(404);

    await page.goto(`/projects/${project.id}/drafts/compare`);
    const shares = page.getByRole("table", { name: "What became of drafted questions" });
    await expect(shares.getByRole("row", { name: /policy baseline.*50\.0.%.*50\.0.%/ })).toBeVisible();
    await expect(shares.getByRole("row", { name: /policy ticking.*100\.0.%/ })).toBeVisible();
    await expectAccessible(page);

    await chooseSource(page, project.id);

    for (const text of [...seen, await page.content(), await annotatorPage.content()])
      expect(text).not.toContain(CANARY);
  } finally {
    await stub.close();
  }
});

/** The wizard offers the run whose checklists a batch shows; a withdrawn run is not offered. */
async function chooseSource(page: Page, project: string) {
  const older = "Baseline checklist (policy baseline)";
  const wizard = async () => {
    await page.goto(`/projects/${project}/batches/new`);
    await page
      .getByRole("navigation", { name: "Parts of the design" })
      .getByRole("button", { name: "Protocol" })
      .click();
    await page.getByRole("radio", { name: "Checklist review" }).check();
    const source = page.getByRole("combobox", { name: "Checklist", exact: true });
    await expect(source.locator("option", { hasText: "policy ticking" }).first()).toBeAttached();
    return { source, offered: source.locator("option", { hasText: older }) };
  };
  const { source, offered } = await wizard();
  await source.selectOption((await offered.first().getAttribute("value")) ?? "");
  const numbers = page.getByRole("complementary", { name: "The batch in numbers" });
  await expect(numbers).toContainText(`Checklist from the run “${older}`);
  await expectAccessible(page);

  await page.goto(`/projects/${project}/drafts`);
  await page
    .getByRole("link", { name: new RegExp(`^${older.replace(/[()]/g, "\\$&")}`) })
    .first()
    .click();
  await page.getByRole("button", { name: "Withdraw drafts" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw drafts" }).click();
  await expect(page.getByRole("button", { name: "Publish drafts" })).toBeVisible();
  const run = page.url();
  await expect((await wizard()).offered).toHaveCount(0);
  await page.goto(run);
  await page.getByRole("button", { name: "Publish drafts" }).click();
  await expect(page.getByRole("button", { name: "Withdraw drafts" })).toBeVisible();
}

test("an admin sees which checklists a run would judge by, retires them, and restores them", async ({
  page,
  signIn,
}) => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const dataset = await makeDataset({ project, tasks: 1 });
  await makeEndpoint({ project });
  await makeChecklists(dataset, "Older checklists");
  const newer = await makeChecklists(dataset, "Newer checklists");
  await signIn(admin);
  const judgedBy = async () => {
    await page.goto(`/projects/${project.id}/drafts/new`);
    await page.getByRole("radio", { name: "TICK answers", exact: true }).check();
    return page.getByRole("combobox", { name: "Checklist to judge by" });
  };
  const source = await judgedBy();
  await expect(source).toHaveValue("newest");
  await expect(source.locator("option").first()).toContainText("The newest: the run “Newer checklists”");
  await expect(
    page.getByText("1 task has several, up to 2: it judges by those of one source."),
  ).toBeVisible();
  await expectAccessible(page);

  const [{ key, taskId }] = newer.rubrics as [{ key: string; taskId: string }];
  const task = `/projects/${project.id}/data/${dataset.id}/tasks/${taskId}`;
  await page.goto(task);
  await page.getByRole("button", { name: `Retire checklist ${key}` }).click();
  const question = page.getByRole("alertdialog", { name: `Retire checklist ${key}?` });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await page.getByRole("button", { name: `Retire checklist ${key}` }).click();
  await question.getByRole("button", { name: "Retire" }).click();
  await expect(page.getByText("Retired", { exact: true })).toBeVisible();
  await expect((await judgedBy()).locator("option").first()).toContainText("“Older checklists”");

  await page.goto(task);
  await page.getByRole("button", { name: `Bring back checklist ${key}` }).click();
  await expect(page.getByRole("button", { name: `Retire checklist ${key}` })).toBeVisible();
  await (await judgedBy()).selectOption({
    label: "The run “Older checklists” (tick.generate, model-1) · 1 task",
  });
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(
    page.getByText(/judges by the run “Older checklists” \(tick\.generate, model-1\)$/),
  ).toBeVisible();
});

/** An open batch in which one person reviews each checklist drafted by the newest run. */
function makeReview(
  dataset: TestDataset,
  annotator: TestMember<"annotator">,
  policy: keyof typeof QUESTIONS,
) {
  return makeBatch({
    dataset,
    name: `Review ${policy}`,
    arms: [
      { name: "A", k: 1, exposure: null, steps: stepsOf("checklist-review", { exposure: "draft-first" }) },
    ],
    preset: "checklist-review",
    annotators: [annotator],
  });
}

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
  await expect(card.getByText("Text: works")).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
}

async function draft(page: Page, project: string, method: string) {
  await page.goto(`/projects/${project}/drafts/new`);
  await page.getByRole("combobox", { name: "Paper" }).selectOption(await paperOf(page));
  const chosen = page.getByRole("radio", { name: method, exact: true });
  await expect(chosen).toHaveAccessibleDescription(/Wording of our own after Furuhashi et al\. \(2025\)\.$/);
  await chosen.check();
  await expect(page.getByText("price unknown")).toBeVisible();
  const prompt = page.getByRole("region", { name: "The prompt" });
  await expect(prompt).toContainText("1 of 3");
  await expect(prompt).toContainText("Explain topic 1");
  await prompt.getByRole("button", { name: "Next" }).click();
  await expect(prompt).toContainText("2 of 3");
  await page.getByRole("button", { name: "Start run" }).click();
  await expect(page.getByText("3 of 3 done")).toBeVisible({ timeout: 45_000 });
  await expect(page.getByRole("heading", { level: 1 })).toContainText(method);
}

/** The paper cited for the generation policies. */
async function paperOf(page: Page): Promise<string> {
  const papers = page.getByRole("combobox", { name: "Paper" }).locator("option");
  return (await papers.filter({ hasText: /^Furuhashi/ }).getAttribute("value")) ?? "";
}
