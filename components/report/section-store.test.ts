import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { quick } from "@/lib/report/testing/study-data";
import { continueShown, keepSections, SectionStore } from "./section-store";

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const servers: { close(): void; closeAllConnections(): void }[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server with the addresses it was asked for, and a store that asks it. */
async function storeAt(handle: Handle, { query = "", dataAt = "now" } = {}) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    handle(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const path = `http://127.0.0.1:${(server.address() as AddressInfo).port}/r`;
  let outdated = 0;
  const make = (of: { query?: string; dataAt?: string } = {}) =>
    new SectionStore({ path, query, dataAt, onOutdated: () => outdated++, ...of });
  return { store: make(), make, requests, outdated: () => outdated };
}

const section = (words: string) => ({
  made: { ...quick, rules: 1, data: words, wordsPerMinute: 1 },
  parts: {},
  items: null,
  bounded: [],
});

const ready = (words: string, dataAt = "now") => ({
  state: "ready",
  failure: null,
  dataAt,
  section: section(words),
});

const computing = { state: "computing", failure: null, dataAt: "now", section: null };

const send = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

test("a section is fetched once, with the part of the study, and asked for again while it is computed", async () => {
  const answers = [computing, ready("x")];
  const { store, requests } = await storeAt((_, response) => send(response, answers.shift()), {
    query: "?rater=A",
  });
  expect(store.get("pairs").state).toBe("idle");
  const load = store.load("pairs");
  expect(store.get("pairs").state).toBe("loading");
  await Promise.all([load, store.load("pairs")]);
  expect(store.get("pairs")).toMatchObject({ state: "ready", section: { made: { data: "x" } } });
  await store.load("pairs");
  expect(requests).toEqual(["GET /r/sections/pairs?rater=A", "GET /r/sections/pairs?rater=A"]);
});

test("several sections are the same array until one of them changes", async () => {
  const { store } = await storeAt((_, response) => send(response, ready("x")));
  const before = store.getAll(["led", "within"]);
  expect(store.getAll(["led", "within"])).toBe(before);
  await store.load("within");
  expect(store.getAll(["led", "within"])).not.toBe(before);
  expect(store.getAll(["led", "within"]).map(({ state }) => state)).toEqual(["idle", "ready"]);
});

test("closing cancels what is on its way, which is fetched when it is needed again", async () => {
  let isCut = false;
  const { store, requests } = await storeAt((_, response) => {
    if (requests.length > 1) return send(response, ready("x"));
    response.on("close", () => {
      isCut = true;
    });
  });
  const load = store.load("pairs");
  await expect.poll(() => requests.length).toBe(1);
  store.close();
  await load;
  await expect.poll(() => isCut).toBe(true);
  expect(store.get("pairs").state).toBe("idle");
  await store.load("pairs");
  expect(store.get("pairs").state).toBe("ready");
});

test("a failure is shown with its reason, and requested again on demand", async () => {
  let isMended = false;
  const { store, requests } = await storeAt((request, response) => {
    if (request.method === "POST") isMended = true;
    const failed = { state: "failed", failure: "Too large.", dataAt: "now", section: null };
    send(response, isMended ? ready("x") : failed);
  });
  await store.load("pairs");
  expect(store.get("pairs")).toMatchObject({ state: "failed", problem: "Too large." });
  await store.load("pairs");
  await store.retry("pairs");
  expect(store.get("pairs").state).toBe("ready");
  expect(requests).toEqual(["GET /r/sections/pairs", "POST /r", "GET /r/sections/pairs"]);
});

test("a section of newer data is not shown beside older numbers: the page reloads", async () => {
  const answers = [ready("newer", "later"), ready("same")];
  const { store, outdated } = await storeAt((_, response) => send(response, answers.shift()));
  await store.load("pairs");
  expect(outdated()).toBe(1);
  expect(store.get("pairs").section?.made.data).toBe("same");
});

test("sections of older data are shown until newer ones are there, but none of another part", async () => {
  const { store, make } = await storeAt((_, response) => send(response, ready("x")));
  await store.load("pairs");
  keepSections(store);
  const newer = make({ dataAt: "later" });
  continueShown(newer);
  expect(newer.get("pairs")).toMatchObject({ state: "idle", section: { made: { data: "x" } } });
  const other = make({ query: "?rater=B" });
  continueShown(other);
  expect(other.get("pairs")).toMatchObject({ state: "idle", section: null });
});

test("a report that is opened again has its sections at once, and the one left longest ago is forgotten", async () => {
  const { make, requests } = await storeAt((_, response) => send(response, ready("x")));
  for (const query of ["?n=1", "?n=2", "?n=3", "?n=4", "?n=5"]) {
    const store = make({ query });
    await store.load("pairs");
    keepSections(store);
    store.close();
  }
  const stateOf = (query: string) => {
    const store = make({ query });
    continueShown(store);
    return store.get("pairs").state;
  };
  expect([stateOf("?n=1"), stateOf("?n=2"), stateOf("?n=5")]).toEqual(["idle", "ready", "ready"]);
  expect(requests).toHaveLength(5);
});

test("several sections of newer data make the page load anew once", async () => {
  let isNewer = true;
  const { store, outdated } = await storeAt((_, response) =>
    send(response, isNewer ? ready("newer", "later") : ready("same")),
  );
  const loads = [store.load("pairs"), store.load("led"), store.load("work")];
  await expect.poll(outdated).toBe(1);
  isNewer = false;
  await Promise.all(loads);
  expect(outdated()).toBe(1);
});

test("every section of the page is fetched for printing", async () => {
  const { store, requests } = await storeAt((_, response) => send(response, ready("x")));
  store.use(["pairs", "led"]);
  store.use(["pairs"]);
  await store.loadAll();
  expect(requests.toSorted()).toEqual(["GET /r/sections/led", "GET /r/sections/pairs"]);
});
