// npm start. Packages may not be installed yet, and Node may be too old to parse the rest, so this file first
// checks the version in syntax that every Node understands.
const [major, minor] = process.versions.node.split(".").map(Number);

if (Number(major) > 20 || (Number(major) === 20 && Number(minor) >= 19)) {
  const { start } = await import("./start/start.mjs");
  await start(process.argv.slice(2));
} else {
  console.error(`Countersign needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
  process.exitCode = 1;
}
