import { test } from "@/e2e/fixtures";
import { makeOnce } from "@/e2e/make-once";
import { makeScreenFixture } from "@/testing/builders/screens";

test("the demo project is there, with what its screens need", async () => {
  test.setTimeout(480_000);
  await makeOnce("screens", makeScreenFixture);
});
