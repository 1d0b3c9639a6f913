// npm run pictures [-- arguments of Playwright]: takes the pictures of docs/screenshots anew, from the demo project.
process.env.PICTURES = "1";
await import("./e2e.mjs");
