import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { claimNext, expect, findViolations, test } from "@/e2e/fixtures";
import { checkFocus } from "@/e2e/focus";
import { makeOnce } from "@/e2e/make-once";
import { checkOverlaps } from "@/e2e/overlaps";
import { checkPopovers } from "@/e2e/popovers";
import { jumpingTabs, noteTabs, type TabPositions } from "@/e2e/tab-positions";
import { openTutorial } from "@/e2e/tutorials/walk";
import { makeScreenFixture, type ScreenFixture } from "@/testing/builders/screens";

/* Every screen, with the demo project and as its user: WCAG 2.2 AA as far as a program can tell, in light
   and dark; no horizontal overflow at 400 % (1280 by 1024 pixels become 320 by 256, WCAG 1.4.10); and by
   Tab in forced colours, where colours are removed, a visible focus that no bar covers (2.4.7, 2.4.11). */

type Who = "admin" | "annotator" | "voter" | "reviewer" | "site admin" | "nobody";

interface Screen {
  as: Who;
  address: (fixture: ScreenFixture) => string;
  /** A heading that appears once the numbers are computed. */
  heading?: RegExp;
  /** A report, whose sections are fetched when they are in sight. */
  hasSections?: true;
  /** Opens what the screen shows only after a choice. */
  prepare?: (page: Page) => Promise<void>;
  /** Table columns visible on a phone without scrolling. */
  columns?: string[];
}

const project = (path = "") => ({
  as: "admin" as const,
  address: (fixture: ScreenFixture) => `/projects/${fixture.project}${path}`,
});
const batch = (path = "", which: "scores" | "reviews" = "scores") => ({
  as: "admin" as const,
  address: (fixture: ScreenFixture) => `/projects/${fixture.project}/batches/${fixture[which]}${path}`,
});

/** By the file of its page: a new page without a case fails. */
const SCREENS: Record<string, Screen> = {
  "(entry)/first-admin/[token]": { as: "nobody", address: () => "/first-admin/gone" },
  "(entry)/forgotten-password": { as: "nobody", address: () => "/forgotten-password" },
  "(entry)/invitation/[token]": { as: "nobody", address: (fixture) => `/invitation/${fixture.invitation}` },
  "(entry)/join/[token]": { as: "nobody", address: (fixture) => `/join/${fixture.join}?PROLIFIC_PID=p1` },
  "(entry)/join/[token]/mturk": { as: "nobody", address: (fixture) => `/join/${fixture.join}/mturk` },
  "(entry)/set-password/[token]": { as: "nobody", address: (fixture) => `/set-password/${fixture.password}` },
  "(entry)/sign-in": { as: "nobody", address: () => "/sign-in" },
  "card/[token]": { as: "nobody", address: (fixture) => `/card/${fixture.card}` },
  "docs/api": { as: "annotator", address: () => "/docs/api" },
  "docs/(documents)/[[...page]]": { as: "annotator", address: () => "/docs/how-to/designing-a-batch" },
  "docs/(documents)/search": { as: "annotator", address: () => "/docs/search?q=lease" },
  "annotate/(home)": { as: "annotator", address: () => "/annotate" },
  "annotate/[assignment]": { as: "annotator", address: (fixture) => `/annotate/${fixture.assignment}` },
  "annotate/done/[batch]": { as: "annotator", address: (fixture) => `/annotate/done/${fixture.scores}` },
  "annotate/guidelines/[batch]": {
    as: "annotator",
    address: (fixture) => `/annotate/guidelines/${fixture.scores}`,
  },
  "annotate/past": { as: "annotator", address: () => "/annotate/past" },
  "annotate/qualification/[batch]": {
    as: "annotator",
    address: (fixture) => `/annotate/qualification/${fixture.exam}`,
  },
  account: { as: "annotator", address: () => "/account" },
  inbox: { as: "annotator", address: () => "/inbox" },
  accounts: { as: "site admin", address: () => "/accounts" },
  audit: { as: "site admin", address: () => "/audit" },
  "annotate/preview/[batch]": { as: "admin", address: (fixture) => `/annotate/preview/${fixture.scores}` },
  "submissions/[assignment]": { as: "admin", address: (fixture) => `/submissions/${fixture.submission}` },
  projects: { as: "admin", address: () => "/projects" },
  "projects/[project]": project(),
  "projects/[project]/adjudication/[batch]": {
    as: "admin",
    address: ({ project, answers }) => `/projects/${project}/adjudication/${answers}`,
  },
  "projects/[project]/adjudication/[batch]/[case]": {
    as: "admin",
    address: ({ project, answers, contested }) => `/projects/${project}/adjudication/${answers}/${contested}`,
  },
  "projects/[project]/adjudication/[batch]/discussion": {
    as: "voter",
    address: ({ project, answers }) => `/projects/${project}/adjudication/${answers}/discussion`,
    heading: /^Discussion: /,
  },
  "projects/[project]/agreement": project("/agreement"),
  "projects/[project]/audit": project("/audit"),
  "projects/[project]/batches": { ...project("/batches"), columns: ["Batch", "Submitted"] },
  "projects/[project]/batches/[batch]": { ...batch(), columns: ["Annotator", "Arm", "Submitted"] },
  "projects/[project]/batches/[batch]/agreement": {
    ...batch("/agreement"),
    heading: /^Agreement by arm/,
    hasSections: true,
  },
  "projects/[project]/batches/[batch]/agreement/judgements": batch("/agreement/judgements"),
  "projects/[project]/batches/[batch]/agreement/judges": batch("/agreement/judges"),
  "projects/[project]/batches/[batch]/agreement/tables": batch("/agreement/tables?paper=raters"),
  "projects/[project]/batches/[batch]/consensus": batch("/consensus", "reviews"),
  "projects/[project]/batches/[batch]/consensus/[rubric]": {
    as: "admin",
    address: ({ project, reviews, rubric }) => `/projects/${project}/batches/${reviews}/consensus/${rubric}`,
  },
  "projects/[project]/batches/[batch]/edit": {
    as: "admin",
    address: ({ project, draft }) => `/projects/${project}/batches/${draft}/edit`,
  },
  "projects/[project]/batches/[batch]/participation": batch("/participation"),
  "projects/[project]/batches/[batch]/quality": batch("/quality"),
  "projects/[project]/batches/[batch]/questions": batch("/questions"),
  "projects/[project]/batches/[batch]/remarks": batch("/remarks"),
  "projects/[project]/batches/[batch]/work": batch("/work"),
  "projects/[project]/batches/new": project("/batches/new"),
  "projects/[project]/data": { ...project("/data"), columns: ["Dataset", "Tasks"] },
  "projects/[project]/data/[dataset]": {
    as: "admin",
    address: ({ project, dataset }) => `/projects/${project}/data/${dataset}`,
  },
  "projects/[project]/data/[dataset]/agreement": {
    as: "admin",
    address: ({ project, dataset }) => `/projects/${project}/data/${dataset}/agreement`,
  },
  "projects/[project]/data/[dataset]/agreement/judgements": {
    as: "admin",
    address: ({ project, dataset }) => `/projects/${project}/data/${dataset}/agreement/judgements`,
  },
  "projects/[project]/data/[dataset]/agreement/judges": {
    as: "admin",
    address: ({ project, dataset }) => `/projects/${project}/data/${dataset}/agreement/judges`,
  },
  "projects/[project]/data/[dataset]/agreement/tables": {
    as: "admin",
    address: ({ project, dataset }) => `/projects/${project}/data/${dataset}/agreement/tables?paper=tick`,
    prepare: async (page) => {
      await expect(page.getByRole("figure").getByRole("img").first()).toBeVisible();
      expect.soft(await findViolations(page), "figures of a paper").toEqual([]);
      await page.getByRole("link", { name: /^CoEval/ }).click();
      await expect(page.getByText(/^Li et al\. \(2023\)/)).toBeVisible();
    },
  },
  "projects/[project]/data/[dataset]/curation": {
    as: "admin",
    address: ({ project, dataset }) => `/projects/${project}/data/${dataset}/curation`,
  },
  "projects/[project]/data/[dataset]/tasks/[task]": {
    as: "admin",
    address: ({ project, dataset, task }) => `/projects/${project}/data/${dataset}/tasks/${task}`,
  },
  "projects/[project]/data/import": {
    ...project("/data/import"),
    prepare: async (page) => {
      const rows = [
        "nr;question;answer",
        "q1;Why is the sky blue?;Light scatters.",
        "q2;Why is bread brown?;",
      ];
      const file = { name: "questions.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
      await page.getByLabel("Drop a study file here").setInputFiles(file);
      const preview = page.getByRole("region", { name: "What the file is read as" });
      await preview.getByLabel("Instruction").selectOption("question");
      await expect(preview.getByRole("group", { name: "The first tasks" })).toBeVisible();
    },
  },
  "projects/[project]/data/imports/[import]": {
    as: "admin",
    address: ({ project, failed }) => `/projects/${project}/data/imports/${failed}`,
  },
  "projects/[project]/discussion/[batch]": {
    as: "reviewer",
    address: ({ project, reviews }) => `/projects/${project}/discussion/${reviews}`,
    heading: /^Discussion of lists: /,
  },
  "projects/[project]/drafts": { ...project("/drafts"), columns: ["Run", "Done"] },
  "projects/[project]/drafts/[run]": {
    as: "admin",
    address: ({ project, run }) => `/projects/${project}/drafts/${run}`,
  },
  "projects/[project]/drafts/[run]/traces/[unit]": {
    as: "admin",
    address: ({ project, refinement, trace }) => `/projects/${project}/drafts/${refinement}/traces/${trace}`,
  },
  "projects/[project]/drafts/compare": {
    as: "admin",
    address: ({ project, run }) => `/projects/${project}/drafts/compare?a=${run}`,
  },
  "projects/[project]/drafts/endpoints": project("/drafts/endpoints"),
  "projects/[project]/drafts/judges": { ...project("/drafts/judges"), columns: ["Judge"] },
  "projects/[project]/drafts/judges/new": project("/drafts/judges/new"),
  "projects/[project]/drafts/judges/new-panel": project("/drafts/judges/new-panel"),
  "projects/[project]/drafts/judges/[judge]": {
    as: "admin",
    address: ({ project, judge, labelled }) =>
      `/projects/${project}/drafts/judges/${judge}?version=1&dataset=${labelled}`,
    heading: /^Disagreements/,
  },
  "projects/[project]/drafts/judges/[judge]/edit": {
    as: "admin",
    address: ({ project, judge }) => `/projects/${project}/drafts/judges/${judge}/edit`,
  },
  "projects/[project]/drafts/judges/[judge]/versions/[version]": {
    as: "admin",
    address: ({ project, judge }) => `/projects/${project}/drafts/judges/${judge}/versions/2`,
  },
  "projects/[project]/drafts/judges/[judge]/versions/[version]/card": {
    as: "admin",
    address: ({ project, judge, labelled }) =>
      `/projects/${project}/drafts/judges/${judge}/versions/1/card?dataset=${labelled}`,
    heading: /^On development labels/,
  },
  "projects/[project]/drafts/new": project("/drafts/new"),
  "projects/[project]/exports": { ...project("/exports"), columns: ["Ratings"] },
  "projects/[project]/people": { ...project("/people"), columns: ["Name", "Submitted"] },
  "projects/[project]/people/invite": project("/people/invite"),
  "projects/[project]/settings": project("/settings"),
  "projects/[project]/studies": project("/studies"),
  "projects/[project]/studies/[study]": {
    as: "admin",
    address: ({ project, study }) => `/projects/${project}/studies/${study}`,
  },
};

/** The first page only redirects. */
const WITHOUT_SCREEN = ["."];

test("every page of the application has a case in this list", () => {
  const pages = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file === "page.tsx" || file.endsWith("/page.tsx"))
    .map((file) => file.replace(/\/?page\.tsx$/, "") || ".");
  expect(pages.filter((page) => !WITHOUT_SCREEN.includes(page)).sort()).toEqual(Object.keys(SCREENS).sort());
});

/** Scrolls on from section to section until all of them are there. */
async function readToTheEnd(page: Page) {
  await expect(page.getByRole("navigation", { name: "On this page" })).toBeVisible({ timeout: 60_000 });
  const waiting = page.locator("[aria-busy=true]:visible").first();
  await expect(async () => {
    if (await waiting.isVisible()) await waiting.scrollIntoViewIfNeeded({ timeout: 2000 });
    await expect(waiting).toHaveCount(0, { timeout: 100 });
  }).toPass({ timeout: 120_000 });
}

async function lookAt(
  page: Page,
  fixture: ScreenFixture,
  [file, screen]: [string, Screen],
  tabs: TabPositions,
) {
  await test.step(file, async () => {
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(screen.address(fixture));
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await screen.prepare?.(page);
    if (screen.hasSections) await readToTheEnd(page);
    if (screen.heading)
      await expect(page.getByRole("heading", { name: screen.heading }).first()).toBeVisible({
        timeout: 60_000,
      });
    expect.soft(await jumpingTabs(page, file, tabs), `${file}: tabs that jump`).toEqual([]);
    expect.soft(await findViolations(page), file).toEqual([]);
    // Only colours differ between light and dark.
    await page.emulateMedia({ colorScheme: "dark" });
    expect.soft(await findViolations(page, "color-contrast"), `${file}, dark`).toEqual([]);

    await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
    expect.soft(await checkFocus(page), `${file}: the focus in forced colours`).toEqual([]);

    await page.emulateMedia({ forcedColors: "none" });
    await page.setViewportSize({ width: 390, height: 844 });
    expect.soft(await checkOverlaps(page), `${file}: what lies on a text on a phone`).toEqual([]);
    if (screen.columns) {
      const seen = await page.evaluate(() =>
        [...document.querySelectorAll("th[scope=col]")]
          .filter((header) => header.getBoundingClientRect().right <= window.innerWidth)
          .map((header) => header.textContent?.trim() ?? ""),
      );
      for (const column of screen.columns)
        expect.soft(seen, `${file}: in sight on a phone`).toContainEqual(expect.stringContaining(column));
      expect.soft(await checkPopovers(page), `${file}: opens beyond a phone's screen`).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 256 });
    const wide = await page.evaluate(() => {
      const { scrollWidth } = document.documentElement;
      if (scrollWidth <= window.innerWidth) return [];
      const beyond = [...document.querySelectorAll("body *")].filter(
        (element) =>
          element.getBoundingClientRect().right > window.innerWidth + 1 &&
          !element.closest("[role=region], [role=group][tabindex], [data-scroll]"),
      );
      return [`${scrollWidth} px`, ...beyond.slice(0, 3).map(({ outerHTML }) => outerHTML.slice(0, 200))];
    });
    expect.soft(wide, `${file}: what is wider than the screen at 400 %`).toEqual([]);
  });
}

const SUBJECTS = {
  agreement: /\/agreement/,
  batches: /batch|submissions/,
  data: /\/data/,
  drafts: /\/drafts/,
};
const subjectOf = (file: string) => Object.entries(SUBJECTS).find(([, files]) => files.test(file))?.[0];
const isAbout = (subject?: keyof typeof SUBJECTS) => (file: string) => subjectOf(file) === subject;

/** Parts of the screens, the longest first: a name, the role that opens them, and which of its files. */
const PARTS: [name: string, as: Who, of: (file: string) => boolean][] = [
  ["of an admin, about agreement", "admin", isAbout("agreement")],
  ["of an admin, about batches", "admin", isAbout("batches")],
  ["without an account", "nobody", () => true],
  ["of an annotator", "annotator", () => true],
  ["of a site admin", "site admin", () => true],
  ["of an annotator who discusses a case", "voter", () => true],
  ["of an annotator who discusses a review", "reviewer", () => true],
  ["of an admin, about data", "admin", isAbout("data")],
  ["of an admin, about drafts", "admin", isAbout("drafts")],
  ["of an admin, about the rest", "admin", isAbout()],
];

test.describe("with the demo project", () => {
  test.describe.configure({ timeout: 600_000 });
  let fixture: ScreenFixture;

  test.beforeAll(async () => {
    test.setTimeout(480_000);
    fixture = await makeOnce("screens", makeScreenFixture);
  });

  for (const [name, as, isIn] of PARTS)
    test(`every screen ${name}`, async ({ page, context, signIn, expectError }) => {
      // Status of the page for an expired link.
      expectError(/status of 404/);
      const screens = Object.entries(SCREENS).filter(([file, screen]) => screen.as === as && isIn(file));
      if (as !== "nobody") await signIn(fixture.people[as]);
      if (as === "annotator") fixture.assignment = await claimNext(context, { id: fixture.scores });
      const tabs: TabPositions = new Map();
      // The bar of a batch's tabs begins on the Monitor, which another part looks at.
      if (as === "admin" && isIn("/agreement")) await noteTabs(page, batch().address(fixture), tabs);
      for (const entry of screens) await lookAt(page, fixture, entry, tabs);
    });

  test("a newcomer reads what the recorded judge is worth, and takes the final look", async ({
    page,
    signIn,
  }) => {
    await signIn(fixture.people.admin);
    const section = "With the recorded judge, without a model";
    const tutorial = openTutorial("is-my-judge-any-good", ["With the recorded judge, without a model"]);
    // Reports are computed when they are asked for.
    const afterComputing = (locator: Locator) => async (usual: () => Promise<void>) => {
      await expect(locator).toBeVisible({ timeout: 60_000 });
      await usual();
    };
    // The drafts page, which is left, has runs of the same judge.
    const openJudges = async (usual: () => Promise<void>) => {
      await usual();
      await expect(page.getByRole("heading", { name: "Judges", level: 1 })).toBeVisible();
    };
    const showFirst = async () => {
      await page.getByRole("link", { name: "Show version 1" }).click();
      const shown = page.getByRole("region", { name: "Disagreements of version 1 with people" });
      await expect(shown.getByRole("article").first()).toBeVisible();
    };
    const look = async (usual: () => Promise<void>) => {
      const answered = page.waitForResponse((response) => response.url().endsWith("/held-out-looks"));
      await usual();
      expect((await answered).ok()).toBe(true);
      await expect(page.getByRole("alertdialog")).toBeHidden();
    };
    await page.goto("/projects");
    await tutorial.walk(page, section, 1, { "Drafts → Judges": openJudges });
    await tutorial.walk(page, section, 2, { Show: showFirst });
    await tutorial.walk(page, section, 3);
    await tutorial.walk(page, section, 4, { Look: look });
    const looks = page.getByRole("table", { name: "Looks at held-out labels" }).getByRole("row");
    await expect(looks.nth(1)).toContainText("Checklist judge (sample) version 3");
    await expect(looks).toHaveCount(2);
    await tutorial.walk(page, section, 5, {
      "Download as Markdown": async (usual) => {
        const downloaded = page.waitForEvent("download");
        await usual();
        const card = await readFile(await (await downloaded).path(), "utf8");
        expect(card).toMatch(/Checklist judge \(sample\), version 3/);
      },
    });
    await tutorial.walk(page, section, 6, {
      "Judges and models": afterComputing(page.getByRole("link", { name: "Judges and models" })),
      Judge: afterComputing(page.getByRole("combobox", { name: "Judge", exact: true })),
    });
    const models = page.getByRole("table", { name: "Models, by judges that people correct" });
    await expect(page.getByRole("region", { name: "What it means for the models" })).toContainText(
      "Judge: sample judge",
    );
    await expect(
      models.getByRole("row", { name: /^Birch 70B/ }).getByRole("cell", { name: "0.00", exact: true }),
    ).toBeVisible();
    tutorial.end();
  });
});
