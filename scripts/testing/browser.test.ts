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

test("then Playwright's, then those on the PATH in its order", async () => {
  expect(await findBrowser(machine(["/usr/bin/chromium", PLAYWRIGHTS]))).toBe(PLAYWRIGHTS);
  expect(await findBrowser(machine(["/usr/bin/chromium", "/usr/local/bin/google-chrome"]))).toBe(
    "/usr/local/bin/google-chrome",
  );
  expect(await findBrowser(machine(["/usr/bin/chromium-browser"]))).toBe("/usr/bin/chromium-browser");
});

test("nothing is installed where there is a browser", async () => {
  const known = machine(["/usr/bin/chromium"], { isDebianRoot: true });
  await findBrowser(known);
  expect(known.ran).toEqual([]);
});

test("without one, Playwright's installer is tried, and root on Debian may use the system's", async () => {
  expect(await findBrowser(machine([], { brings: { playwright: PLAYWRIGHTS } }))).toBe(PLAYWRIGHTS);

  const closed = machine([], { isDebianRoot: true, brings: { "apt-get": "/usr/bin/chromium" } });
  expect(await findBrowser(closed)).toBe("/usr/bin/chromium");
  expect(closed.ran.map((command) => command.split(" ")[0])).toEqual(["playwright", "apt-get", "apt-get"]);
});

test("an ordinary user without a browser gets instructions", async () => {
  const closed = machine([]);
  await expect(findBrowser(closed)).rejects.toThrow(/apt-get install chromium.*CHROMIUM_PATH/);
  expect(closed.ran).toEqual(["playwright install chromium"]);
});
