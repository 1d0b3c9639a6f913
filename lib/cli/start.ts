/**
 * `countersign start`: runs web server, worker and, without DATABASE_URL, PostgreSQL until it is stopped. For a package
 * the data are in the folder that it is run in; in a clone it is `npm start`.
 */
export async function start(args: string[]): Promise<number> {
  const { start: run } = await import("@/scripts/start/start.mjs");
  await run(args);
  return 0;
}
