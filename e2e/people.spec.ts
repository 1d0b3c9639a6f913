import type { Page } from "@playwright/test";
import { pressAtOnce } from "@/e2e/busy-keys";
import { expect, expectAccessible, expectInteractive, patient, test } from "@/e2e/fixtures";
import { openProlificStub } from "@/lib/prolific/testing/stub";
import { makeBatch, makeParticipationLink } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, makeUser } from "@/testing/builders/people";

const password = "a password long enough";

test("an admin pastes a list of invitations, and each person joins by a personal link", async ({
  page,
  signIn,
  browser,
}) => {
  const admin = await signIn("admin");
  await page.goto(`/projects/${admin.projectId}/people`);
  await page.getByRole("link", { name: "Invite people" }).click();
  const list = page.getByLabel("E-mail addresses");
  await list.fill(`${admin.email}\nnobody\nNoor Newcomer <noor.${admin.projectId}@example.org>`);
  const wrong = page.getByRole("region", { name: "Lines to fix" });
  await expect(wrong).toContainText("Line 2: This is no e-mail address.");
  await expect(page.getByRole("button", { name: /^Make / })).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);
  await list.fill(
    `email,name,role\nnoor.${admin.projectId}@example.org,Noor Newcomer,researcher\nbo@example.org,,`,
  );
  await page.getByRole("button", { name: /^Make 2/ }).click();
  await expect(page.getByText("Copy or download the links now", { exact: true })).toBeVisible();
  await expectAccessible(page);
  const url = await page
    .getByRole("row", { name: /noor/ })
    .getByText(/\/invitation\//)
    .textContent();

  const theirs = await browser.newContext();
  const newcomer = patient(await theirs.newPage());
  await newcomer.goto(url ?? "");
  await expect(newcomer.getByText(/As researcher\. Imports and reads data/)).toBeVisible();
  await expect(newcomer.getByLabel("Your name")).toHaveValue("Noor Newcomer");
  await expectAccessible(newcomer);
  await newcomer.getByLabel("Password", { exact: true }).fill(password);
  await newcomer.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(newcomer).toHaveURL(new RegExp(`/projects/${admin.projectId}`));
  await newcomer.goto(url ?? "");
  await expect(newcomer.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await theirs.close();

  await page.getByRole("link", { name: "Done" }).click();
  await expect(page.getByRole("row", { name: /Noor Newcomer/ })).toContainText("Researcher");
  await expectAccessible(page);
  await page.getByRole("button", { name: "New link for bo@example.org" }).click();
  await expect(page.getByRole("dialog").getByText(/\/invitation\//)).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Revoke the invitation of bo@example.org" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "Invited" })).toBeHidden();
});

/** Judges and submits the assignment that was just opened. */
async function doAssignment(worker: Page) {
  await expect(worker.getByRole("button", { name: "Submit" })).toBeVisible();
  // The page is visible before it handles keys.
  await expect(async () => {
    await worker.keyboard.press("4");
    await expect(worker.getByText("Complete", { exact: true })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await worker.keyboard.press("ControlOrMeta+Enter");
}

test("a participant from a platform does all their assignments and gets the code; the admin sees the platform id", async ({
  page,
  signIn,
  browser,
}) => {
  const admin = await signIn("admin");
  const dataset = await makeDataset({ project: { id: admin.projectId }, tasks: 3 });
  const batch = await makeBatch({ dataset, guidelines: "Read before you judge." });
  const home = `/projects/${admin.projectId}/batches/${batch.id}`;
  await page.goto(home);
  await page.getByRole("link", { name: "Crowd links" }).click();
  await page.getByRole("button", { name: "New link" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Name/).fill("First ten");
  await dialog.getByLabel("Assignments each").fill("1");
  await dialog.getByLabel("Completion code").fill("C1DONE");
  await dialog.getByLabel("What they agree to").fill("I take part **freely**.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Make link" }).click();
  await expect(dialog).toBeHidden();
  const line = page.getByRole("listitem", { name: "First ten" });
  const address = (await line.getByText(/\/join\//).textContent()) ?? "";
  expect(address).toContain("?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}");
  await expectAccessible(page);

  const theirs = await browser.newContext();
  const worker = patient(await theirs.newPage());
  await worker.goto(address.slice(0, address.indexOf("?")));
  await expect(worker.getByText("Open this link from the platform", { exact: true })).toBeVisible();
  await worker.goto(address.replace("{{%PROLIFIC_PID%}}", "5f3a").replace("{{%STUDY_ID%}}", "study-1"));
  await expect(worker.getByText("Read before you judge.")).toBeVisible();
  await expectAccessible(worker);
  await worker.getByRole("button", { name: "I have read this and agree: start" }).click();
  await doAssignment(worker);
  await expect(worker.getByRole("heading", { name: "Thank you. Your part is done" })).toBeVisible();
  await expect(worker.getByText("C1DONE", { exact: true })).toBeVisible();
  await expectAccessible(worker);
  await theirs.close();

  await page.reload();
  await expect(line).toContainText("1 of 20 completed");
  const mapping = await page.request.get(
    (await line.getByRole("link", { name: "Who is who (CSV)" }).getAttribute("href")) ?? "",
  );
  expect(await mapping.text()).toMatch(/"5f3a","study-1","[^"]*","A-[2-9A-Z]{4}","completed"/);
});

test("a worker of Mechanical Turk previews a HIT, works in another tab, and submits the HIT from its frame", async ({
  page,
}) => {
  const batch = await makeBatch({
    dataset: await makeDataset({ tasks: 1 }),
    guidelines: "Read before you judge.",
  });
  const link = await makeParticipationLink(batch, { parameters: ["workerId", "hitId", "assignmentId"] });
  const frame = `/join/${link.token}/mturk?turkSubmitTo=${encodeURIComponent("https://workersandbox.mturk.com")}`;
  await page.goto(`${frame}&assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=H1`);
  await expect(page.getByText("This is a preview", { exact: true })).toBeVisible();
  await expect(page.getByText("Read before you judge.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the study in a new tab" })).toBeHidden();
  await expectAccessible(page);

  const response = await page.goto(`${frame}&assignmentId=A1&hitId=H1&workerId=W1`);
  expect(response?.headers()["x-frame-options"]).toBeUndefined();
  expect(response?.headers()["content-security-policy"]).toContain(
    "frame-ancestors https://worker.mturk.com",
  );
  await expectAccessible(page);
  const opening = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Open the study in a new tab" }).click();
  const work = patient(await opening);
  const start = work.getByRole("button", { name: "I have read this and agree: start" });
  await expect(start).toBeVisible();
  await expectInteractive(work);
  await start.click();
  await doAssignment(work);
  await expect(work.getByText("C1DONE", { exact: true })).toBeVisible();
  await work.close();
  await page.getByRole("button", { name: "Check again" }).click();
  const form = page.locator("form");
  await expect(form).toHaveAttribute("action", "https://workersandbox.mturk.com/mturk/externalSubmit");
  const posted = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().includes("mturk.com"),
  );
  await page.route("https://workersandbox.mturk.com/**", (route) => route.fulfill({ body: "submitted" }));
  await page.getByRole("button", { name: "Submit the HIT" }).click();
  expect((await posted).postData()).toBe("assignmentId=A1&completionCode=C1DONE");
});

test("a person exports their data and deletes their account; the last admin of a project cannot", async ({
  page,
  signIn,
  expectError,
}) => {
  const admin = await makeMember("admin", { user: await makeUser({ password }) });
  await signIn(admin);
  await page.goto("/account");
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download your data" }).click();
  expect((await download).suggestedFilename()).toBe("countersign-my-data.json");

  expectError(/422/);
  async function erase() {
    await page.getByRole("button", { name: "Erase account" }).click();
    const confirm = page.getByRole("alertdialog");
    await confirm.getByRole("textbox").fill(admin.email);
    await confirm.getByRole("button", { name: "Erase account" }).click();
    await expect(confirm).toBeHidden();
  }
  await erase();
  await expect(page.getByText(/A project needs an admin/)).toBeVisible();
  await makeMember("admin", { project: { id: admin.projectId } });
  await erase();
  await expect(page.getByText("Your account is erased.", { exact: true })).toBeVisible();
});

test("a site admin finds an account, makes a password link, and disables and erases the account", async ({
  page,
  signIn,
  expectError,
}) => {
  await signIn("site-admin");
  const person = await makeMember("annotator");
  await page.goto("/projects");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Accounts" }).click();
  await page.getByLabel("Search Accounts").fill(person.email);
  const row = page.getByRole("row", { name: new RegExp(person.email) });
  await expect(page.getByRole("row")).toHaveCount(2);
  await expectAccessible(page);

  const pick = async (item: string) => {
    await row.getByRole("button", { name: `Change ${person.name}` }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await pick("Make password link");
  await expect(page.getByRole("dialog").getByText(/\/set-password\//)).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  // The line that an arrow key moves to is chosen, however soon Enter follows.
  await row.getByRole("button", { name: `Change ${person.name}` }).press("Enter");
  await expect(page.getByRole("menuitem", { name: "Make password link" })).toBeFocused();
  await pressAtOnce(page, ["ArrowDown", "ArrowDown", "Enter"]);
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
  await expect(row).toContainText("Disabled");
  await row.getByRole("button", { name: `Change ${person.name}` }).press("Enter");
  await expect(page.getByRole("menuitem", { name: "Make password link" })).toBeHidden();
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await pressAtOnce(page, ["e", "r", "Enter"]);
  await page.getByRole("alertdialog").getByRole("textbox").fill(person.email);
  await page.getByRole("alertdialog").getByRole("button", { name: "Erase" }).click();
  await expect(page.getByText(`No row contains “${person.email}”.`)).toBeVisible();

  await signIn("admin");
  expectError(/404/);
  expect((await page.goto("/accounts"))?.status()).toBe(404);
});

test("an admin recruits on Prolific from a batch's link, and approves, returns, screens out and pays a bonus there", async ({
  page,
  signIn,
}) => {
  const stub = await openProlificStub(process.env.PROLIFIC_ORIGIN ?? "");
  try {
    const { projectId } = await signIn("admin");
    const batch = await makeBatch({ dataset: await makeDataset({ project: { id: projectId } }) });
    await makeParticipationLink(batch);
    const dialog = page.getByRole("dialog");
    await page.goto(`/projects/${projectId}/settings`);
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await dialog.getByLabel("API token").fill(stub.token);
    await dialog.getByRole("button", { name: "Store token" }).click();
    await expect(dialog).toBeHidden();

    await page.goto(`/projects/${projectId}/batches/${batch.id}/participation`);
    await page.getByRole("button", { name: "Recruit on Prolific, Prolific" }).click();
    await dialog.getByLabel("Description").fill("You read answers and say how good they are.");
    await dialog.getByLabel(/^Reward(?! for)/).fill("1.50");
    await dialog.getByLabel("Estimated minutes").fill("10");
    await dialog.getByLabel("Reward for those screened out").fill("0.20");
    await dialog.getByLabel("For at most this many people").fill("2");
    await expectAccessible(page, "[role=dialog]");
    await dialog.getByRole("button", { name: "Create draft" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByRole("alertdialog")).toContainText(/10 × GBP\s1\.50/);
    await page.getByRole("alertdialog").getByRole("button", { name: "Publish" }).click();
    await expect(page.getByRole("heading", { name: "Prolific Recruiting" })).toBeVisible();

    const [study = ""] = stub.state.studies.keys();
    const [good, unsure, unfit] = ["p1", "p2", "p3"].map((person) => stub.state.submit(study, person));
    if (!good || !unsure || !unfit) throw new Error("three have submitted");
    await page.getByRole("button", { name: "Fetch statuses" }).click();
    const rowOf = ({ id }: { id: string }) => page.getByRole("row", { name: id });
    const act = async (
      one: { id: string },
      action: string,
      verb: string | RegExp,
      fill?: () => Promise<void>,
    ) => {
      await rowOf(one)
        .getByRole("button", { name: `Actions on ${one.id}` })
        .click();
      await page.getByRole("menuitem", { name: action }).click();
      await fill?.();
      await dialog.getByRole("button", { name: verb }).click();
      await expect(dialog).toBeHidden();
    };
    await act(good, "Approve", /^Pay GBP\s1\.50$/);
    await act(unsure, "Ask to return", "Ask to return", () =>
      dialog.getByLabel("Reason").fill("Your answers are all alike."),
    );
    await act(unfit, "Screen out", /^Pay GBP\s0\.20$/);
    await expect(rowOf(good)).toContainText("Approved");
    await expect(rowOf(unsure)).toContainText("Confirming to return");
    await expect(rowOf(unfit)).toContainText("Screened out");
    await rowOf(good).getByRole("checkbox").click();
    await page.getByRole("button", { name: "Pay a bonus to those chosen (1)" }).click();
    await dialog.getByLabel("Amount for each, in GBP").fill("0.75");
    await expect(dialog.getByRole("status")).toContainText(/1\sperson × GBP\s0\.75 = GBP\s0\.75/);
    await dialog.getByRole("button", { name: /^Pay GBP\s0\.75$/ }).click();
    await expect(rowOf(good)).toContainText(/GBP\s0\.75/);
    await expectAccessible(page);
    const { status } = unfit;
    expect([good.status, good.bonus_payments, unsure.return_requested, status]).toEqual([
      "APPROVED",
      [75],
      expect.any(String),
      "SCREENED OUT",
    ]);
  } finally {
    await stub.close();
  }
});
