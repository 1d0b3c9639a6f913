import type { Page } from "@playwright/test";
import { test } from "@/e2e/fixtures";
import { actAs } from "@/lib/auth/actor";
import { moveBatch } from "@/lib/batch/data/change-state";
import { db } from "@/lib/database/db";
import { PRESETS } from "@/lib/protocol/rules/presets";
import type { PresetId } from "@/lib/protocol/schema";
import { seedDemo } from "@/prisma/seed";
import { makeBatch } from "@/testing/builders/batches";
import { makeMember, makeSiteAdmin, makeUser } from "@/testing/builders/people";

/**
 * Retakes docs/screenshots from the demo project: `npm run pictures`. For people to look at, not a test;
 * tests are in the files beside this one.
 */

const folder = "docs/screenshots";

const looks = {
  "light-1440": { width: 1440, height: 900, colorScheme: "light" },
  "dark-1440": { width: 1440, height: 900, colorScheme: "dark" },
  "light-390": { width: 390, height: 844, colorScheme: "light" },
  "dark-390": { width: 390, height: 844, colorScheme: "dark" },
} as const;

type Look = keyof typeof looks;

async function take(page: Page, name: string, ...taken: Look[]) {
  for (const look of taken) {
    const { colorScheme, ...size } = looks[look];
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await page.mouse.move(0, 0);
    await page.screenshot({ path: `${folder}/${name}-${look}.png`, animations: "disabled" });
  }
}

async function demo() {
  const project = await db.project.findFirstOrThrow({ where: { sample: true }, select: { id: true } });
  const dataset = await db.dataset.findFirstOrThrow({
    where: { projectId: project.id },
    select: { id: true },
  });
  return { project, dataset: { id: dataset.id, projectId: project.id } };
}

const person = (email: string) => db.user.findUniqueOrThrow({ where: { email }, select: { id: true } });

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  await seedDemo();
});

/** The demo has no drafted preferences and labels. */
const WITHOUT_DRAFTS: readonly PresetId[] = ["preference", "item-labelling"];

/** Keys that bring an assignment to the middle of the work, where its first screen would be empty. */
const KEYS: Partial<Record<PresetId, string[]>> = {
  "criteria-review": ["a", "a"],
  "checklist-review": ["a", "a", "a"],
  "item-labelling": ["1", "j"],
  preference: ["2"],
};

for (const { id, name } of PRESETS)
  test(`an assignment of ${name}`, async ({ page, signIn }) => {
    const { project, dataset } = await demo();
    const user = await makeUser({ name: "Noor Vance" });
    const annotator = await makeMember("annotator", { project, user });
    await makeBatch({
      dataset,
      annotators: [annotator],
      name,
      preset: id,
      settings: { exposure: WITHOUT_DRAFTS.includes(id) ? "none" : "draft-first" },
    });
    await signIn(user);
    await page.goto("/annotate");
    await page.getByRole("button", { name: `Start: ${name}` }).click();
    await page.getByRole("button", { name: /^Submit/ }).waitFor();
    for (const key of KEYS[id] ?? []) await page.keyboard.press(key);
    if (KEYS[id]) await page.getByText(/^Saved/).waitFor();
    await take(page, `presets/${id}`, "light-1440", "dark-390");
    if (id === "criterion-scoring") await take(page, "workbench", "light-1440", "dark-1440", "light-390");
  });

const batchCalled = (projectId: string, name: string) =>
  db.batch.findFirstOrThrow({ where: { projectId, name }, select: { id: true } });

test("the first pages of everybody", async ({ page, signIn }) => {
  await page.goto("/sign-in");
  await take(page, "sign-in", "light-1440");
  await signIn(await person("annotator@demo.example"));
  await page.goto("/annotate");
  await take(page, "queue", "light-1440");
});

test("a batch and its agreement", async ({ page, signIn }) => {
  const { project } = await demo();
  await signIn(await person("admin@demo.example"));
  const batch = await batchCalled(project.id, "Scores with and without drafts");
  await page.goto(`/projects/${project.id}/batches/${batch.id}`);
  await take(page, "batch", "light-1440", "dark-1440");
  await page.goto(`/projects/${project.id}/batches/${batch.id}/agreement`);
  await page
    .getByText(/^Median α of/)
    .first()
    .waitFor();
  await page.getByLabel("Response model").waitFor();
  await take(page, "agreement", "light-1440", "dark-1440");
});

test("a public card", async ({ page, signIn }) => {
  const { project } = await demo();
  const { actor } = await makeSiteAdmin();
  const batch = await batchCalled(project.id, "Checklist answers, no drafts");
  await moveBatch(actAs(actor, "admin"), batch.id, "close");
  await signIn(await person("admin@demo.example"));
  await page.goto(`/projects/${project.id}/studies`);
  await page.getByRole("button", { name: "New release" }).click();
  const freezing = page.getByRole("dialog", { name: "New release" });
  await freezing.getByLabel(/^Title/).fill("Checklist answers without drafts");
  await freezing.getByLabel(/^Authors/).fill("Lind, A. and Novak, R.");
  await freezing.getByRole("checkbox", { name: "Checklist answers, no drafts" }).check();
  await freezing.getByRole("button", { name: "Freeze", exact: true }).click();
  await page.getByRole("button", { name: "Make public" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make public" }).click();
  const link = page.getByRole("link", { name: /\/card\// });
  const address = (await link.getAttribute("href")) ?? "";
  await take(page, "study", "light-1440");
  await page.goto(address);
  await take(page, "card", "light-1440", "dark-390");
});
