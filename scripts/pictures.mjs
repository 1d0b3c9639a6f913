// npm run pictures [-- Playwright arguments]: retakes docs/screenshots from the demo project.
process.env.PICTURES = "1";
await import("./e2e.mjs");
