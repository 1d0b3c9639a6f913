import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "@/e2e/fixtures";
import { openTutorial } from "@/e2e/tutorials/walk";
import { openStub, type StubRequest } from "@/lib/llm/testing/stub";
import { makeDataset } from "@/testing/builders/datasets";
import { makeLabels } from "@/testing/builders/judges";
import { makeOutcomes, OUTCOMES } from "@/testing/builders/outcomes";
import { pairsStudy } from "@/testing/builders/pairs-study";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint } from "@/testing/builders/runs";

/** People give every second topic the lowest score, and say why in words that only their explanations have. */
const labelOf = (topic: number) => (topic % 2 === 1 ? 5 : 1);
/** People pass fewer responses of the second model: two of three have an even topic. */
const modelOf = (task: number) => ([1, 3, 4].includes(task % 6) ? "model-2" : "model-1");
/** A third of the responses ends in an error, which the judge takes for a refusal. */
const outcomeOf = (topic: number) => OUTCOMES[topic % 3] ?? "";
const sayOutcome = (topic: number) =>
  `Analysis: so it seems.\nAnswer: ${outcomeOf(topic) === "error" ? "refusal" : outcomeOf(topic)}`;
const REASON = "The explanation of topic";

/** Generous to all; sees half of the bad ones once it reads an example of one, and all when told to be strict. */
const answering =
  (prompts: string[]) =>
  ({ messages }: StubRequest) => {
    const prompt = messages.map(({ content }) => content).join("\n");
    prompts.push(prompt);
    const topic = Number(/BEGIN INSTRUCTION \w+>>>\nExplain topic (\d+)/.exec(prompt)?.[1]);
    if (prompt.includes("- refusal")) return { say: sayOutcome(topic) };
    const isTaught = prompt.includes(`${REASON}`);
    const isStrict = prompt.includes("Be strict");
    const sees = (isTaught && topic % 4 === 0) || (isTaught && isStrict);
    return { say: `Analysis: so it seems.\nAnswer: ${sees ? labelOf(topic) : 5}` };
  };

test("an admin makes a judge better in three versions by what people say, and looks at held-out labels once", async ({
  page,
  signIn,
  browserOf,
  expectError,
}) => {
  test.slow();
  const prompts: string[] = [];
  const stub = await openStub(answering(prompts), Number(process.env.JUDGE_MODEL_PORT));
  try {
    const project = await makeProject();
    const [admin, other] = [await makeMember("admin", { project }), await makeMember("admin", { project })];
    const dataset = await makeDataset({ project, name: "Answers", tasks: 60, drafts: false, model: modelOf });
    await makeLabels(dataset, (task) => labelOf(Number(task.slice(1))), {
      explanation: (task) => `${REASON} ${task} is missing.`,
    });
    await makeEndpoint({ project, name: "Stub", baseUrl: stub.base });
    await signIn(admin);

    const tutorial = openTutorial("is-my-judge-any-good", [
      "The first version",
      "The second version",
      "The third version",
      "The look that counts",
    ]);
    await page.goto(`/projects/${project.id}`);
    await tutorial.walk(page, "The first version", 1, { Name: "Helpfulness" });
    await expect(page.getByRole("heading", { name: "Helpfulness", level: 1 })).toBeVisible();
    const judge = page.url();

    await tutorial.walk(page, "The first version", 2);
    const labels = page.getByRole("table", { name: "Labels" });
    await expect(labels.getByRole("row", { name: /^Held out 24 24/ })).toBeVisible();

    const agreement = page.getByRole("table", { name: "Agreement with people, by version" });
    const figures = (name: string) => agreement.getByRole("row", { name: new RegExp(`^${name} `) });
    const started = async (version: number) => {
      await expect(page.getByText("Started", { exact: true })).toBeVisible();
      await expect(async () => {
        await page.reload();
        await expect(figures(`Version ${version}`)).toContainText(/2[234]\stasks(?!,)/, { timeout: 1000 });
      }).toPass();
    };
    await tutorial.walk(page, "The first version", 3);
    await started(1);
    const accuracyOf = async (version: number) =>
      Number(
        /(\d\.\d\d)/.exec(
          (await figures(`Version ${version}`).getByRole("cell").nth(1).textContent()) ?? "",
        )?.[1],
      );
    const first = await accuracyOf(1);
    await expectAccessible(page);

    // Version 2: the worst disagreement becomes an example, with the person's explanation.
    await tutorial.walk(page, "The second version", 1);
    await expect(page.getByRole("heading", { name: "Example 1 · from the disagreement" })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Explanation" })).toHaveValue(/is missing\.$/);
    const sent = page.getByRole("region", { name: "The prompt" });
    await expect(sent).toContainText("Examples of right judgements:");
    await expectAccessible(page);
    await tutorial.walk(page, "The second version", 2, { Note: "Shows a bad one." });
    await expect(page.getByRole("heading", { name: "Run version 2" })).toBeVisible();
    await tutorial.walk(page, "The second version", 3, {
      "Run on development tasks": async (usual) => {
        await expect(page.getByRole("table", { name: "Tried on 3 tasks" }).getByRole("row")).toHaveCount(4);
        await Promise.all([runStarts(page), usual()]);
      },
    });
    await started(2);
    const second = await accuracyOf(2);
    expect(second).toBeGreaterThan(first);
    await tutorial.walk(page, "The second version", 4);
    await expect(figures("Change from version 1")).toContainText("+");

    // Version 3: an instruction. An unknown slot is refused before it is saved.
    const message = page.getByRole("textbox", { name: /^Message/ });
    const addInstruction = async () => {
      const text = await message.inputValue();
      await message.fill(`${text}\n\n{{mistake}}`);
      await expect(page.getByText(/mistake.* is no placeholder of this judge/)).toBeVisible();
      await message.fill(`${text}\n\nBe strict.`);
    };
    await tutorial.walk(page, "The third version", 1, { Message: addInstruction });
    // Unsaved changes survive a visit to another page.
    await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Judges" }).click();
    await expect(page.getByRole("table", { name: "Judges" })).toBeVisible();
    await page.goBack();
    await expect(page.getByText("Your unsaved changes are still here")).toBeVisible();
    await expect(message).toHaveValue(/Be strict\.$/);
    await expect(
      page.getByText("Every placeholder is known, and the parser reads the answer."),
    ).toBeVisible();
    const saveTwice = () => page.getByRole("button", { name: "Save as new version" }).dblclick();
    await tutorial.walk(page, "The third version", 2, { "Save as new version": saveTwice });
    await expect(page.getByRole("heading", { name: "Run version 3" })).toBeVisible();
    await page.getByRole("button", { name: "Run on development tasks" }).click();
    await started(3);
    expect(await accuracyOf(3)).toBe(1);
    await page.getByRole("link", { name: "Version 3", exact: true }).click();
    await expect(page.getByRole("region", { name: "Changes from version 2" })).toContainText("Be strict.");
    await expectAccessible(page);
    await page.goto(judge);

    expectError(/409/);
    await expectNothingToCompare(page);
    await tutorial.walk(page, "The look that counts", 1);
    await expect(page.getByText("The run has started.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("still being judged")).toBeHidden({ timeout: 60_000 });
    await tutorial.walk(page, "The look that counts", 2);
    const looks = page.getByRole("table", { name: "Looks at held-out labels" });
    await expect(looks.getByRole("row", { name: /^1 Helpfulness version 3 24 0 1\.00/ })).toBeVisible();
    // A repeated look shows the record, and counts nothing.
    await page.getByRole("button", { name: "Look…" }).click();
    const confirm = page.getByRole("alertdialog");
    await confirm.getByRole("button", { name: "Look", exact: true }).click();
    await expect(confirm).toBeHidden();
    await expect(looks.getByRole("row")).toHaveCount(2);
    tutorial.end();

    await expectCard(page);

    // On all tasks, and what that says of the models: by people, by the judge and by both.
    await page.goto(judge);
    await page.getByRole("button", { name: "Run on all tasks…" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Start run" }).click();
    await expect(page.getByText("Started", { exact: true })).toBeVisible();
    const models = `/projects/${project.id}/data/${dataset.id}/agreement/judges`;
    const ranked = await modelsRanked(page, models);

    const otherPage = await browserOf(other);
    expect(await modelsRanked(otherPage, models)).toEqual(ranked);
    await otherPage.goto(judge);
    await expect(otherPage.getByRole("table", { name: "Looks at held-out labels" })).toContainText(
      "Helpfulness version 3",
    );
    await expect(
      otherPage.getByRole("table", { name: "Agreement with people, by version" }).getByRole("row"),
    ).toHaveCount(6);

    await labelsOutcomes(page, project);

    // Prompts contain only that one of people's explanations that was made an example.
    const shown = new Set(prompts.flatMap((prompt) => prompt.match(/The explanation of topic t\d+/g) ?? []));
    expect(shown.size).toBe(1);
  } finally {
    await stub.close();
  }
});

test("a researcher reads which model is preferred, by people in each exposure class, by a judge and by both", async ({
  page,
  signIn,
}) => {
  const { projectId } = await signIn("admin");
  await page.goto(`/projects/${projectId}/data/import`);
  const buffer = Buffer.from(pairsStudy("Pairs of three models"));
  await page
    .getByLabel("Drop a study file here")
    .setInputFiles({ name: "pairs.jsonl", mimeType: "application/x-ndjson", buffer });
  await expect(page.getByText("records were imported")).toBeVisible();
  await page.goto(`/projects/${projectId}/agreement`);
  await page.getByRole("link", { name: "Pairs of three models" }).click();
  await page.getByRole("link", { name: "Judges and models" }).click();

  const preferred = page.getByRole("region", { name: "Which model is preferred?" });
  const rowsBy = (source: string) =>
    preferred.getByRole("table", { name: `Ranking by preferences: ${source}` }).locator("tbody tr");
  // Each meets each other on eight tasks, and the better one wins four and ties two: Cedar, between the two others, is the mean.
  const byPeople = rowsBy("People, independent of the draft");
  await expect(byPeople).toHaveCount(3);
  await expect(byPeople.nth(0)).toContainText(/Birch\d\.\d\d\[/);
  await expect(byPeople.nth(1)).toContainText(/Cedar0\.00\[/);
  await expect(byPeople.nth(2)).toContainText(/Alder−\d\.\d\d\[/);
  for (const source of ["People, draft shown", "a judge alone", "a judge, corrected by people"])
    await expect(rowsBy(source)).toHaveCount(3);
  // Four wins and half of two ties of eight.
  await expect(
    preferred.getByRole("table", { name: "Win rates of models: People, independent of the draft" }),
  ).toContainText(/BirchCedar62\.5/);
  await expectAccessible(page);
});

/** A look is refused as long as the version has no values on the held-out tasks. */
async function expectNothingToCompare(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Look…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Look", exact: true }).click();
  await expect(page.getByText("There is nothing to compare: this version has no values")).toBeVisible();
}

/** A judge with the labels of a step that people answered, held against their labels, and its card. */
async function labelsOutcomes(page: Page, project: { id: string }): Promise<void> {
  const dataset = await makeDataset({ project, name: "Outcomes", tasks: 10, drafts: false });
  await makeOutcomes(dataset, "label", outcomeOf);
  await page.goto(`/projects/${project.id}/drafts/judges/new`);
  await page.getByRole("textbox", { name: /^Name/ }).fill("Outcome");
  await page.getByRole("radio", { name: "Responses, by a label" }).check();
  const labels = page.getByRole("list", { name: "Labels" });
  await expect(labels.getByRole("listitem")).toHaveCount(3);
  await page.getByRole("button", { name: "Add a label" }).click();
  await expect(page.getByText(/Each label needs a name/)).toBeVisible();
  const steps = page.getByRole("combobox", { name: /Take labels from/ });
  await expect(steps.getByRole("option")).toHaveCount(2);
  await steps.selectOption({ index: 1 });
  await expect(page.getByRole("textbox", { name: "Label 2", exact: true })).toHaveValue("refusal");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Make judge" }).click();
  await expect(page.getByRole("heading", { name: "Outcome", level: 1 })).toBeVisible();

  await page.getByRole("link", { name: "New version" }).click();
  await page.getByRole("textbox", { name: "Meaning of label 3" }).fill("It breaks off.");
  await expect(page.getByRole("region", { name: "The prompt" })).toContainText("- error: It breaks off.");
  await page.getByRole("button", { name: "Save as new version" }).click();
  await expect(page.getByRole("heading", { name: "Run version 2" })).toBeVisible();

  await page.goto(`${page.url().split("?")[0]}?dataset=${dataset.id}`);
  await page.getByRole("button", { name: "Split the labels" }).click();
  await page.getByRole("button", { name: "Run on development tasks" }).click();
  await expect(page.getByText("Started", { exact: true })).toBeVisible();
  const agreement = page.getByRole("table", { name: "Agreement with people, by version" });
  await expect(async () => {
    await page.reload();
    await expect(agreement.getByRole("row", { name: /^Version 2 / })).toContainText(/4\stasks/, {
      timeout: 1000,
    });
  }).toPass();
  await expect(agreement).toContainText("labels have none");
  await page.getByRole("link", { name: "Card of version 2" }).click();
  const table = page.getByRole("table", { name: "Its values beside people’s" });
  await expect(table.getByRole("row")).toHaveCount(4);
  await expect(table.getByRole("columnheader")).toHaveText([
    "People",
    ...OUTCOMES,
    "Units",
    "Found",
    "Right",
  ]);
  await expectAccessible(page);
}

/** The card of version 3, on the page and as a file: the look and what it was tuned on. */
async function expectCard(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Version 3", exact: true }).click();
  await page.getByRole("link", { name: "Judge card" }).click();
  await expect(page.getByRole("region", { name: "On held-out labels" })).toContainText("100.0 %");
  const card = await downloadedCard(page);
  expect(card).toContain("version 3");
  expect(card).toMatch(/Accuracy \| 100\.0 % .*24 units, 24 tasks/);
  expect(card).toMatch(/1 example/);
  expect(card).toContain("Be strict.");
  expect(card).not.toContain(REASON);
}

async function downloadedCard(page: Page): Promise<string> {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as Markdown" }).click();
  return readFileSync(await (await download).path(), "utf8");
}

/** The rows of the two models, once the judge gave all of their responses a value. */
async function modelsRanked(admin: Page, address: string): Promise<string[]> {
  const estimates = admin.getByRole("table", { name: "Models, by judges that people correct" });
  await expect(async () => {
    await admin.goto(address);
    await expect(estimates.getByRole("row")).toHaveCount(3, { timeout: 5000 });
    // λ, units, unread, by people, worth: once the judge has read all of them.
    await expect(estimates.getByRole("row", { name: /^model-.* 0\.00 30 0 30 30$/ })).toHaveCount(2, {
      timeout: 1000,
    });
  }).toPass();
  return estimates.getByRole("row").allTextContents();
}

/** The server's answer to the request that starts a run. */
function runStarts(page: Page) {
  return page.waitForResponse(
    (response) => response.url().endsWith("/runs") && response.request().method() === "POST",
  );
}
