import type { Page } from "@playwright/test";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, makeUser } from "@/testing/builders/people";
import { claimNext, expect, expectAccessible, test } from "./fixtures";

test("new work is in an annotator's inbox in their language, and an admin's question in the admin's", async ({
  page,
  signIn,
  browserOf,
}) => {
  const admin = await signIn("admin");
  const project = { id: admin.projectId };
  const annotator = await makeMember("annotator", { project, user: await makeUser({ language: "de" }) });
  const dataset = await makeDataset({ project, tasks: 2 });
  const first = await makeBatch({ dataset, annotators: [annotator], name: "First round" });
  await makeBatch({ dataset, annotators: [annotator], name: "Second round" });

  const theirs = await browserOf(annotator);
  await theirs.goto("/annotate");
  await theirs.getByRole("link", { name: "Posteingang, 2 ungelesen" }).click();
  await expect(theirs.getByRole("heading", { name: "Posteingang", level: 1 })).toBeVisible();
  const rows = theirs
    .getByRole("listitem")
    .filter({ has: theirs.getByRole("link", { name: /neue Arbeit/ }) });
  await expect(rows).toHaveCount(2);
  await expectAccessible(theirs);

  // Its button marks one, and the bell counts along; following a link marks the other.
  await rows
    .filter({ hasText: "First round" })
    .getByRole("button", { name: "Als gelesen markieren" })
    .click();
  await expect(theirs.getByRole("link", { name: "Posteingang, 1 ungelesen" })).toBeVisible();
  await theirs.getByLabel("Gelesen oder ungelesen").selectOption("Nur ungelesen");
  await expect(rows).toHaveCount(1);
  await rows.getByRole("link", { name: /Second round/ }).click();
  await expect(theirs).toHaveURL(/\/annotate$/);
  await expect(theirs.getByRole("link", { name: "Posteingang", exact: true })).toBeVisible();

  // A question arrives while the admin looks at the project.
  await page.goto(`/projects/${project.id}`);
  await expect(page.getByRole("link", { name: "Inbox", exact: true })).toBeVisible();
  const context = theirs.context();
  const assignment = await claimNext(context, first);
  await context.request.post(`/api/v1/assignments/${assignment}/question`, {
    headers: { "sec-fetch-site": "same-origin", "x-countersign": "1" },
    data: { text: "Does the second line count?" },
  });
  await page.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Data" }).click();
  await page.getByRole("link", { name: "Inbox, 1 unread" }).click();
  await expect(page.getByRole("link", { name: /An annotator asks a question in First round/ })).toBeVisible();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.getByRole("link", { name: "Inbox", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark all as read" })).toHaveCount(0);
});

test("a newcomer takes the tour once and finds it again; an admin has first steps until they dismiss them", async ({
  page,
  signIn,
  browserOf,
}) => {
  const newcomer = () => makeUser({ newcomer: true });
  const admin = await makeMember("admin", { user: await newcomer() });
  const project = { id: admin.projectId };
  const annotator = await makeMember("annotator", { project, user: await newcomer() });
  const dataset = await makeDataset({ project, tasks: 2 });
  await makeBatch({ dataset, annotators: [annotator] });

  await signIn(admin);
  await page.goto(`/projects/${project.id}`);
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByRole("link", { name: "Done: Open a batch" })).toBeVisible();
  await expect(steps.getByRole("link", { name: /^To do: Read the agreement/ })).toBeVisible();
  await steps.getByRole("button", { name: "Do not show again" }).click();
  await expect(steps).toHaveCount(0);
  await page.goto("/account");
  const switched = page.waitForResponse((answer) => answer.url().endsWith("/api/v1/account"));
  await page.getByRole("switch", { name: "First steps of a project" }).click();
  await switched;
  await page.goto(`/projects/${project.id}`);
  await expect(steps).toBeVisible();

  const theirs = await browserOf(annotator);
  await theirs.goto("/annotate");
  await theirs.getByRole("button", { name: /^Start: / }).click();
  const tour = theirs.getByRole("dialog");
  await expect(tour.getByRole("heading", { name: "Read first" })).toBeVisible();
  await expectAccessible(theirs);
  const titles: (string | null)[] = [];
  for (;;) {
    titles.push(await tour.getByRole("heading").textContent());
    await expect.poll(() => coversWhatItExplains(theirs)).toBe(false);
    const next = tour.getByRole("button", { name: "Next" });
    if ((await next.count()) === 0) break;
    await expect(next).toBeFocused();
    await next.click();
    await expect(tour.getByRole("heading")).not.toHaveText(titles.at(-1) ?? "");
  }
  expect(titles).toEqual([
    "Read first",
    "Decide with a key",
    "Take it back",
    "Tell the project admins",
    "Submit",
    "Your work",
  ]);
  const saved = theirs.waitForResponse((answer) => answer.url().endsWith("/api/v1/account"));
  await theirs.keyboard.press("Escape");
  await expect(tour).toHaveCount(0);
  await saved;

  await theirs.reload();
  await expect(theirs.getByRole("button", { name: "Submit" })).toBeVisible();
  await theirs.keyboard.press("?");
  await tour.getByRole("button", { name: "Show the tour" }).click();
  await expect(tour.getByRole("heading", { name: "Read first" })).toBeVisible();
  await tour.getByRole("button", { name: "Skip the tour" }).click();
  await expect(tour).toHaveCount(0);
});

/** True while the tour's box lies over the part that it outlines. */
const coversWhatItExplains = (page: Page) =>
  page.evaluate(() => {
    const [box, part] = ["[role=dialog]", "[data-toured]"].map((at) =>
      document.querySelector(at)?.getBoundingClientRect(),
    );
    if (!box || !part) return true;
    return box.left < part.right && part.left < box.right && box.top < part.bottom && part.top < box.bottom;
  });
