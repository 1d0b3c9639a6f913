/**
 * True for the address of the one page that may be framed, by Mechanical Turk: `proxy.ts` says by which of its hosts.
 * Without the query.
 * @param {string} path
 */
export const isTurkPage = (path) => /^\/join\/[^/]+\/mturk$/.test(path);
