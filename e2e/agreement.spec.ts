import { readFileSync } from "node:fs";
import { pressAtOnce } from "@/e2e/busy-keys";
import { expect, expectAccessible, test } from "@/e2e/fixtures";
import { holdRequests } from "@/e2e/hold-requests";
import { makeJudgedDataset } from "@/testing/builders/datasets";
import { emailsStudy } from "@/testing/builders/emails-study";

/** A study file with answers that were given without a draft, or with one in view. */
function study(exposure: "none" | "draft-first") {
  const buffer = Buffer.from(emailsStudy({ name: `Emails, ${exposure}`, exposure }));
  return { name: "study.jsonl", mimeType: "application/x-ndjson", buffer };
}

/** Pairs that two people compared: three with a preferred side, one tie. */
function comparedPairs() {
  const weather =
    "The weather will be fine in the morning, and there may be some rain over the hills later on.";
  const records = ["A", "B", "A", "tie"].flatMap((value, n) => [
    { type: "task", id: `t${n}`, instruction: "How will the weather be?" },
    ...["a", "b"].map((side) => ({
      type: "response",
      id: `${side}${n}`,
      task: `t${n}`,
      text: `${weather} ${side}.`,
    })),
    ...["P1", "P2"].map((rater) => ({
      ...{
        type: "judgement",
        id: `${rater}${n}`,
        task: `t${n}`,
        item: "preference",
        pair: [`a${n}`, `b${n}`],
      },
      ...{ rater, raterKind: "human", exposure: "none", value },
    })),
  ]);
  const lines = [{ type: "study", version: 1, name: "Compared" }, ...records].map((one) =>
    JSON.stringify(one),
  );
  return { name: "compared.jsonl", mimeType: "application/x-ndjson", buffer: Buffer.from(lines.join("\n")) };
}

test("a researcher makes a benchmark of pairs that people compared", async ({ page, signIn }) => {
  const { projectId } = await signIn("admin");
  await page.goto(`/projects/${projectId}/data/import`);
  await page.getByLabel("Drop a study file here").setInputFiles(comparedPairs());
  await expect(page.getByText("records were imported")).toBeVisible({ timeout: 60_000 });
  await page.goto(`/projects/${projectId}/data`);
  await page.getByRole("link", { name: "Compared" }).click();
  await page.getByRole("link", { name: "Curation" }).click();
  await page.getByLabel("From").selectOption("benchmark");
  await expect(page.getByText("4 pairs of this dataset were compared.")).toBeVisible();
  await page.getByLabel("Benchmark").fill("weather");
  await page.getByLabel("Name of the new dataset").fill("Weather bench");
  await expectAccessible(page);
  // Pressed again before the next page is there, the button makes no second one.
  const made: string[] = [];
  page.on("request", (request) => request.method() === "POST" && made.push(new URL(request.url()).pathname));
  const showNext = await holdRequests(page, "**/data/imports/**");
  const next = page.waitForRequest("**/data/imports/**");
  await page.getByRole("button", { name: "Make a dataset" }).dblclick();
  await next;
  await expect(page.getByRole("button", { name: "Make a dataset" })).toBeFocused();
  await page.keyboard.press("Enter");
  showNext();
  await expect(page.getByText("records were imported")).toBeVisible({ timeout: 60_000 });
  expect(made.filter((path) => path.endsWith("/curation"))).toHaveLength(1);
  await page.goto(`/projects/${projectId}/data`);
  await page.getByRole("link", { name: "Weather bench" }).click();
  await page.getByRole("link", { name: "Curation" }).click();
  await expect(page.getByRole("row", { name: /^weather 3/ })).toBeVisible();
  await expect(
    page.getByText("Drawn from 3 pairs. Left out: 1 pair that most people find equally good."),
  ).toBeVisible();
});

test("a researcher reads α as worked out by hand, and what it was computed on", async ({ page, signIn }) => {
  test.slow();
  const { projectId } = await signIn("admin");
  for (const exposure of ["none", "draft-first"] as const) {
    await page.goto(`/projects/${projectId}/data/import`);
    await page.getByLabel("Drop a study file here").setInputFiles(study(exposure));
    await expect(page.getByText("records were imported")).toBeVisible({ timeout: 60_000 });
  }

  // 5 yes and 3 no among 8 pairable values, one unit of four differs: α = 1 − (2/8) / (2·5·3 / (8·7)) = 8/15.
  const alpha = "0.53";
  await page.goto(`/projects/${projectId}/agreement`);
  await expect(page.getByRole("row", { name: /Emails, none/ })).toContainText(alpha, { timeout: 60_000 });
  await expectAccessible(page);

  await page.getByRole("link", { name: "Emails, none" }).click();
  const overall = page.getByRole("region", { name: "Agreement overall" });
  await expect(overall).toContainText("Independent of the draft");
  await expect(overall).toContainText(alpha);
  await expect(overall).toContainText("2 raters · 4 units · 8 pairable ratings");
  await expect(overall).toContainText(/Usually too low to conclude from.*Below 0\.667/);
  await expect(page.getByRole("row", { name: /q Polite/ }).first()).toContainText(alpha);
  await page.getByText("Who agrees with whom?").scrollIntoViewIfNeeded();
  await expect(page.getByRole("row", { name: /People, on average/ })).toContainText("75.0");
  await page.getByRole("button", { name: "Download Each rater against the rest, the table" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "LaTeX" }).click();
  expect((await download).suggestedFilename()).toBe("raters.tex");
  await expectAccessible(page);

  // No judgement had a draft in view: the page says so, and does not offer the class. A shared address can
  // still name it.
  await expect(page.getByText("All values: independent of the draft")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Draft shown" })).toHaveCount(0);
  await page.goto(`${page.url()}?exposure=exposed`);
  await expect(page.getByRole("radio", { name: "Draft shown" })).toBeChecked();
  await expect(page.getByText("No values: draft shown, exposure unknown")).toBeVisible();
  const nothing = "There is no value: no unit has two ratings.";
  await page
    .getByRole("row", { name: /q Polite/ })
    .getByRole("button", { name: "No value: why?" })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByText(nothing)).toBeVisible();
  await page.keyboard.press("Escape");
  const empty = page.getByRole("figure", { name: "α by item" });
  await expect(empty.getByText(nothing)).toBeVisible();
  await expect(empty.getByRole("img")).toHaveCount(0);

  // Back from another page leads to the section that was read.
  await page.getByRole("link", { name: "Annotators", exact: true }).click();
  await expect(page).toHaveURL(/#question-work$/);
  await page.getByRole("link", { name: "Agreement", exact: true }).first().click();
  await expect(page.getByRole("row", { name: /Emails, none/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "How people worked", level: 2 })).toBeInViewport();

  // The page carries the overview alone; printing fetches what was never in sight.
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain("pairable");
  for (const part of ["onDraft", "humanVsLlm", "positionWork"]) expect(html).not.toContain(part);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.keyboard.press("ControlOrMeta+p");
  await expect(page.locator("body[data-printed]")).toBeAttached();
  await expect(page.getByRole("heading", { name: "How people worked", level: 2 })).toBeVisible();
  await expect(page.getByText("Loading")).toHaveCount(0);

  // A section that is closed on the screen is on paper all the same, and closed again afterwards.
  const section = page.locator("details", {
    has: page.getByText("How far do raters agree?", { exact: true }),
  });
  await section.locator("summary").first().click();
  await expect(section).not.toHaveAttribute("open");
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(section).toHaveAttribute("open");
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(section).not.toHaveAttribute("open");
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get("toggled") === "agreement");

  await page.goto(`/projects/${projectId}/agreement`);
  await page.getByRole("link", { name: "Emails, draft-first" }).click();
  await expect(overall).toContainText("No independent judgements");
  await expect(overall).toContainText("may be shared anchoring on the draft");
  await expect(overall).toContainText(alpha);
  await expect(overall).toContainText("Below 0.667");
  await expect(overall).toContainText("Nothing can be concluded yet");
  await expect(overall).not.toContainText("usually");
});

test("filters chosen one after the other all count, and stay chosen while the numbers are computed", async ({
  page,
  signIn,
}) => {
  const { projectId } = await signIn("admin");
  await makeJudgedDataset({
    project: { id: projectId },
    name: "Letters",
    tasks: 3,
    responses: 2,
    criteria: 2,
  });
  await page.goto(`/projects/${projectId}/agreement`);
  await page.getByRole("link", { name: "Letters" }).click();
  const rater = page.getByLabel("Person");
  const model = page.getByLabel("Response model");
  await expect(rater).toBeVisible();
  const answer = await holdRequests(page, /[?&]of\.model=/);
  await model.selectOption("model-1");
  await expect(model).toHaveValue("model-1");
  await rater.selectOption("A01");
  await expect(model).toHaveValue("model-1");
  await expect(rater).toHaveValue("A01");
  answer();
  await expect(page).toHaveURL(/of\.model=model-1&of\.rater=A01/);
  await expect(model).toHaveValue("model-1");
  await expect(rater).toHaveValue("A01");
  await page.goBack();
  await expect(rater).toHaveValue("");
});

test("a figure is saved at the width of a page, with its title and the name of its study", async ({
  page,
  signIn,
}) => {
  const { projectId } = await signIn("admin");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/projects/${projectId}/data/import`);
  await page.getByLabel("Drop a study file here").setInputFiles(study("none"));
  await expect(page.getByText("records were imported")).toBeVisible({ timeout: 60_000 });
  await page.goto(`/projects/${projectId}/agreement`);
  await page.getByRole("link", { name: "Emails, none" }).click();
  const figure = page.getByRole("figure", { name: "α by item" });
  await expect(figure.getByRole("img")).toBeVisible({ timeout: 60_000 });
  await figure.getByRole("button", { name: "Download α by item" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "SVG" }).click();
  const svg = readFileSync(await (await download).path(), "utf8");
  expect(svg).toMatch(/^<svg [^>]*width="744"/);
  expect(svg).toContain(">α by item</text>");
  expect(svg).toContain(
    "Among people, independent of the draft; lines at the usual bars, 0.667 and 0.8</text>",
  );
  await expect(figure.getByRole("img")).toHaveCount(1);

  // Its numbers as a table, by arrow keys: taps so short that nothing of the page runs between them.
  await figure.getByRole("radio", { name: "Figure" }).focus();
  await pressAtOnce(page, ["ArrowRight"]);
  await expect(figure.getByRole("radio", { name: "Table" })).toBeChecked();
  await expect(figure.getByRole("table", { name: "α by item" })).toBeVisible();
  await pressAtOnce(page, ["ArrowLeft", "ArrowRight", "ArrowLeft"]);
  await expect(figure.getByRole("img")).toBeVisible();
  // The choice is one stop of Tab.
  await page.keyboard.press("Tab");
  await expect(figure.getByRole("button", { name: "Download α by item" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(figure.getByRole("radio", { name: "Figure" })).toBeFocused();
});
