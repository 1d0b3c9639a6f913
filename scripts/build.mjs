// npm run build: generates the Prisma client and builds the app, for an image or a package. npm start does it by itself.
import { randomBytes } from "node:crypto";
import { build } from "./start/build.mjs";
import { environment } from "./start/environment.mjs";

const { generate } = await import("./prisma/generate.mjs");
await generate();
// Building connects to nothing, but the app does not load when half configured. Nothing of this is in the build.
const env = await environment({
  databaseUrl: "postgresql://127.0.0.1:1/none",
  secret: randomBytes(48).toString("base64url"),
  keySecret: randomBytes(48).toString("base64url"),
  address: "http://localhost:3000",
});
console.log((await build(env)) ? "Built." : "The build is of these sources already.");
