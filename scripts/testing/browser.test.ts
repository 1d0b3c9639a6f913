import { expect, test } from "vitest";
import { findBrowser } from "./browser.mjs";

const PLAYWRIGHTS = "/cache/chrome";

/** A machine with these programs. Installing one may add another. */
function machine(
  programs: string[],
  {
    env = {},
    isDebianRoot = false,
    brings = {},
  }: { env?: Record<string, string>; isDebianRoot?: boolean; brings?: Record<string, string> } = {},
) {
  const present = new Set(programs);
  const ran: string[] = [];
  return {
    ran,
    env: { PATH: "/usr/local/bin:/usr/bin", ...env },
    playwrights: PLAYWRIGHTS,
    runs: (program: string) => present.has(program),
    isDebianRoot,
    run: async (command: string, args: string[]) => {
      ran.push([command, ...args].join(" "));
      const brought = brings[command];
      if (brought && args.includes("install")) present.add(brought);
      return brought !== undefined;
    },
  };
}

test("the browser that is named comes first", async () => {
  const env = { CHROMIUM_PATH: "/opt/chrome" };
  const found = await findBrowser(machine(["/opt/chrome", PLAYWRIGHTS, "/usr/bin/chromium"], { env }));
  expect(found).toBe("/opt/chrome");
});

test("a named browser that does not start is not replaced by another", async () => {
  const env = { CHROMIUM_PATH: "/opt/chrome" };
  await expect(findBrowser(machine([PLAYWRIGHTS], { env }))).rejects.toThrow(
    /CHROMIUM_PATH names \/opt\/chrome/,
  );
});

test("Playwright's browser comes second, then those on the PATH in its order", async () => {
  expect(await findBrowser(machine(["/usr/bin/chromium", PLAYWRIGHTS]))).toBe(PLAYWRIGHTS);
  expect(await findBrowser(machine(["/usr/bin/chromium", "/usr/local/bin/google-chrome"]))).toBe(
    "/usr/local/bin/google-chrome",
  );
  expect(await findBrowser(machine(["/usr/bin/chromium-browser"]))).toBe("/usr/bin/chromium-browser");
});

test("a headless browser on the PATH comes before one with windows, in whichever folder", async () => {
  const shell = "/usr/bin/chromium-headless-shell";
  expect(await findBrowser(machine(["/usr/local/bin/chromium", "/usr/bin/chromium", shell]))).toBe(shell);
});

test("nothing is installed where there is a browser", async () => {
  const known = machine(["/usr/bin/chromium"], { isDebianRoot: true });
  await findBrowser(known);
  expect(known.ran).toEqual([]);
});

test("without a browser Playwright's installer is tried, and root on Debian may use the system's", async () => {
  expect(await findBrowser(machine([], { brings: { playwright: PLAYWRIGHTS } }))).toBe(PLAYWRIGHTS);

  const shell = "/usr/bin/chromium-headless-shell";
  const closed = machine([], { isDebianRoot: true, brings: { "apt-get": shell } });
  expect(await findBrowser(closed)).toBe(shell);
  expect(closed.ran.map((command) => command.split(" ")[0])).toEqual(["playwright", "apt-get", "apt-get"]);
});

test("a Debian that has no browser without windows gets the ordinary one", async () => {
  const older = machine([], { isDebianRoot: true });
  const run = async (command: string, args: string[]) => {
    await older.run(command, args);
    return command === "apt-get" && args.at(-1) !== "chromium-headless-shell";
  };
  const runs = (program: string) =>
    program === "/usr/bin/chromium" &&
    older.ran.some((command) => command.endsWith(" chromium") && command.startsWith("apt"));
  expect(await findBrowser({ ...older, run, runs })).toBe("/usr/bin/chromium");
});

test("an ordinary user without a browser gets instructions", async () => {
  const closed = machine([]);
  await expect(findBrowser(closed)).rejects.toThrow(/apt-get install chromium-headless-shell.*CHROMIUM_PATH/);
  expect(closed.ran).toEqual(["playwright install chromium"]);
});
