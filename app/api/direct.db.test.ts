import { expect, test } from "vitest";
import { config } from "@/proxy";
import { EVERY_ROUTE } from "@/testing/every-route";

const [matcher = ""] = config.matcher;
const isLetBy = (path: string) => !new RegExp(`^${matcher}$`).test(path);

test("pages and paths that only resemble the API go through the proxy", () => {
  const paths = [
    "/",
    "/projects",
    "/annotate/api/v1/assignments/1/ops",
    "/_next/data/1",
    "/api/v1/assignments",
  ];
  expect(paths.filter(isLetBy)).toEqual([]);
});

test.each(Object.entries(EVERY_ROUTE))(
  "the route of %s and the requests that pass by the framework agree with what the proxy lets pass",
  async (path, load) => {
    const own = path.replaceAll(/\[\w+\]/g, "0b9c1e52");
    for (const [method, handler] of Object.entries(await load())) {
      // Responses of such a route get our headers from `route` alone, for every caller.
      expect(handler?.options.bypassesProxy ?? false).toBe(isLetBy(own));
      const { direct, files, receives } = handler?.options ?? {};
      if (direct === undefined) continue;
      // The web server hands over a whole body and takes a whole response. What has a query goes to the framework.
      expect([direct, files, receives]).toEqual([`${method} ${path}`, undefined, undefined]);
    }
    expect([`${own}/more`, `${own}x`, `${own}/ops`].filter(isLetBy)).toEqual(
      path === "/api/v1/assignments/[id]" ? [`${own}/ops`] : [],
    );
  },
);
