import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UnfinishedRuns } from "./unfinished-runs";

const paused = { id: "r1", name: "Version 2", isPaused: true, units: 3 };
const written = (isSplit: boolean) =>
  renderToStaticMarkup(<UnfinishedRuns runs={[paused]} home="/drafts" isSplit={isSplit} />).replaceAll(
    /<[^>]*>/g,
    "",
  );

test("a paused run holds up a final look at its own version", () => {
  expect(written(true)).toContain(
    "wait in the paused run Version 2. A final look at this run’s version waits until an admin resumes or cancels the run.",
  );
});

test("where no labels are held out there is no final look that a paused run could hold up", () => {
  expect(written(false)).toContain("the paused run Version 2.");
  expect(written(false)).not.toContain("final look");
});
