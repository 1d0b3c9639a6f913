import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { storedIn } from "@/testing/builders/submissions";
import { expect, expectAccessible, test } from "./fixtures";

test("an annotator switches to Arabic in the middle of their work, gives a key of their own, and finishes by keyboard", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 1, checklist: 2 });
  const batch = await makeBatch({
    dataset,
    preset: "checklist-review",
    k: 1,
    annotators: [annotator],
    settings: { exposure: "draft-first" },
  });
  await page.goto("/annotate");
  await page.getByRole("button", { name: /^Start: / }).click();
  await expect(page.getByRole("region", { name: "Question 1" })).toBeFocused();

  // The accessibility tree: two named panes, the step with its headings, a decision on each question by name.
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - region "Content":
        - region "Instruction"
      - separator "Width of Content"
      - region "Your work":
        - region "Review the checklist":
          - heading "Review the checklist" [level=2]
          - region "Question 1":
            - group "Decision on Question 1":
              - button "Accept"
              - button "Revise"
              - button "Remove"
          - region "Question 2":
            - group "Decision on Question 2":
              - button "Accept"
              - button "Revise"
              - button "Remove"
          - button "Add a question"
        - button "Note"
        - button "Flag a problem"
        - button "Skip this assignment"
        - progressbar "Progress of this assignment"
        - button "Submit"
  `);

  await page.getByRole("button", { name: /^Account of / }).click();
  await page.getByRole("menuitemradio", { name: "العربية" }).click();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  const first = page.getByRole("region", { name: "السؤال 1" });
  await first.focus();
  await expectAccessible(page);

  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "المفاتيح" });
  await dialog.getByRole("button", { name: /تغيير المفتاح: قبول/ }).click();
  await page.keyboard.press("x");
  await expect(dialog.getByRole("alert")).toContainText("إزالة");
  await page.keyboard.press("g");
  await expect(dialog.getByRole("button", { name: "تغيير المفتاح: قبول (G)" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await first.focus();
  await page.keyboard.press("a");
  await expect(first).toBeFocused();
  await page.keyboard.press("g");
  await expect(page.getByRole("region", { name: "السؤال 2" })).toBeFocused();
  await page.keyboard.press("g");
  await expect(page.getByText("مكتمل", { exact: true })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("تم التسليم", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/annotate\/done\//);
  await expect(page.getByRole("heading", { name: "لم يبقَ شيء في هذه الدفعة" })).toBeVisible();
  await expectAccessible(page);
  const stored = await storedIn(batch);
  expect(stored.decisions.map(({ action }) => action)).toEqual(["accept", "accept"]);
  expect(stored.assignments).toEqual([{ language: "ar" }]);
});
