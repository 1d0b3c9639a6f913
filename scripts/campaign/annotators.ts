import { randomFrom } from "@/lib/agreement/random";
import { disconnect } from "@/lib/database/db";
import { freePort } from "../postgres/cluster.mjs";
import { startWeb } from "../start/child-processes.mjs";
import { verifyWork, work } from "./annotator";
import { makeCrowd } from "./crowd";
import { mustHaveAnswered, silenceInWords, watchAnswers } from "./watch";

// 200 annotators at once on two web processes: each claims, reads, saves and submits without a pause, until all are done.
// ANNOTATORS makes it smaller.

const port = await freePort();
const address = `http://localhost:${port}`;
const origin = `http://127.0.0.1:${port}`;
const env = { ...process.env, APP_URL: address, NEXTAUTH_URL: address, WEB_PROCESSES: "2" };
const web = startWeb({ dev: false, port, host: "127.0.0.1", local: origin }, env, () => {});
try {
  await web.ready;
  const crowd = await makeCrowd(Number(process.env.ANNOTATORS ?? 200), { each: 2, items: 8 });
  const watch = watchAnswers(`${origin}/api/v1/health/live`, web.pid);
  const began = performance.now();
  const random = randomFrom(1);
  await Promise.all(crowd.map((annotator) => work(origin, annotator, random)));
  const seconds = (performance.now() - began) / 1000;
  const silence = await watch.stop();
  const { submitted, confirmed, retries } = await verifyWork(crowd);
  console.log(
    `  ${submitted} assignments submitted in ${seconds.toFixed(1)} s, ${confirmed} answers confirmed, none lost and none ` +
      `doubled; ${retries} requests sent again, ${silenceInWords(silence)}`,
  );
  mustHaveAnswered(silence);
} finally {
  await disconnect();
  await web.stop();
}
process.exit(0);
