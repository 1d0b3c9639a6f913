import { actAs, signedIn } from "@/lib/auth/actor";
import { claim } from "@/lib/participation/data/claim";
import type { Wanted } from "./concurrent-claims";

// One of several processes that claim at the same moment.
process.on("message", async ({ batch, people }: Wanted) => {
  const actors = people.map((userId) =>
    actAs(
      signedIn({
        userId,
        email: "",
        name: "",
        isSiteAdmin: false,
        language: null,
        sessionId: null,
        scopes: null,
        onlyProject: null,
      }),
      "annotator",
    ),
  );
  process.send?.(await Promise.all(actors.map((actor) => claim(actor, batch))));
});
process.send?.("ready");
