import { defineConfig, devices } from "@playwright/test";

const { APP_URL, CHROMIUM_PATH } = process.env;
if (!APP_URL || !CHROMIUM_PATH) throw new Error("Run the browser tests with: npm run e2e [-- arguments]");

// Chromium's sandbox does not work for root; the rest keeps it from asking the network for things.
const args = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
];
if (process.getuid?.() === 0) args.push("--no-sandbox");

export default defineConfig({
  // The pictures of docs/screenshots are taken in the same way, and are no tests.
  ...(process.env.PICTURES
    ? { testDir: "scripts/pictures", testMatch: "screens.ts" }
    : {
        testDir: "e2e",
        projects: [
          // The demo takes longest to make: one process makes it while the others test.
          { name: "demo", testMatch: "demo.setup.ts" },
          { name: "browser", testIgnore: "every-screen.spec.ts" },
          { name: "screens", testMatch: "every-screen.spec.ts", dependencies: ["demo"] },
        ],
      }),
  outputDir: "test-results/browser",
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  forbidOnly: true,
  fullyParallel: true,
  retries: 0,
  workers: 3,
  // Long enough for a busy machine: a test that passes takes no longer.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices["Desktop Chrome"],
    baseURL: APP_URL,
    locale: "en-GB",
    timezoneId: "UTC",
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath: CHROMIUM_PATH, args },
    // A failed test leaves a picture and a description of its page. Traces cost every test a tenth of its
    // time: they are had with --trace=on.
    screenshot: "only-on-failure",
  },
});
