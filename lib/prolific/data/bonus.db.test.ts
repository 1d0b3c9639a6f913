import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { requestProlificAction, resolveProlificAction } from "@/lib/prolific/data/actions";
import type { NewProlificAction } from "@/lib/prolific/schema";
import { actionOf, fetchNow, perform, published, request, studyOf } from "@/lib/prolific/testing/connected";
import type { ProlificRequest } from "@/lib/prolific/testing/state";

const bonus = (submissions: string[], amount = 50): NewProlificAction => ({
  ...{ kind: "bonus" as const, key: randomUUID(), submissions, amount, total: amount * submissions.length },
});

test("a double click and a repeated job pay a bonus once", async () => {
  const world = await published(["p1", "p2"]);
  const asked = bonus(world.study.submissions.map(({ id }) => id));
  const [first, second] = await Promise.all([request(world, asked), request(world, asked)]);
  expect(first).toBe(second);
  const other = await requestProlificAction(world.admin, world.link, { ...asked, key: randomUUID() });
  expect(other).toEqual({ refused: "prolific-busy" });
  await Promise.all([perform(first), perform(first), perform(first)]);
  await perform(first);
  expect(world.submitted.map(({ bonus_payments }) => bonus_payments)).toEqual([[50], [50]]);
  expect(await actionOf(first)).toMatchObject({ state: "done", amount: 50, total: 133 });
  const wrong = { ...bonus([world.study.submissions[0]?.id ?? ""]), total: 49 } as NewProlificAction;
  expect(await requestProlificAction(world.admin, world.link, wrong)).toEqual({ refused: "prolific-total" });
});

test("a bonus for more people than one request takes is paid in parts, of which each is sent and ends by itself", async () => {
  const people = Array.from({ length: 201 }, (_, n) => `p${n}`);
  // The second part is refused, the first is paid all the same.
  const world = await published(people, ({ path }, nth) =>
    path.endsWith("/bonus-payments/") && nth === 2
      ? { status: 400, body: { message: "Too little balance" } }
      : undefined,
  );
  const asked = bonus(world.study.submissions.map(({ id }) => id));
  const first = await request(world, asked);
  // Asked again, nothing is recorded twice.
  expect(await request(world, asked)).toBe(first);
  const parts = await db.prolificAction.findMany({
    where: { study: { linkId: world.link }, kind: "bonus" },
    orderBy: { createdAt: "asc" },
    include: { _count: { select: { targets: true } } },
  });
  expect(parts.map(({ _count }) => _count.targets).sort()).toEqual([1, 200]);
  const rest = parts.find(({ id }) => id !== first)?.id ?? "";
  await perform(first);
  await perform(rest);
  await perform(first);
  expect(await actionOf(first)).toMatchObject({ state: "done" });
  expect(await actionOf(rest)).toMatchObject({ state: "refused", problem: "Too little balance" });
  expect(world.submitted.filter(({ bonus_payments }) => bonus_payments.length === 1)).toHaveLength(200);
  // The participant who was left out may be paid later.
  const { submissionId } = await db.prolificActionTarget.findFirstOrThrow({ where: { actionId: rest } });
  await perform(await request(world, bonus([submissionId])));
  expect(world.submitted.map(({ bonus_payments }) => bonus_payments)).toEqual(people.map(() => [50]));
});

const isPay = ({ path }: ProlificRequest) => path.endsWith("/pay/");

test.each(["before", "after"] as const)(
  "a bonus whose payment was cut off %s its effect is never repeated",
  async (cut) => {
    const world = await published(["p1"], (one) => (isPay(one) ? { cut } : undefined));
    const ids = world.study.submissions.map(({ id }) => id);
    const action = await request(world, bonus(ids));
    await perform(action);
    await perform(action);
    expect(await actionOf(action)).toMatchObject({ state: "unclear", endedAt: null });
    expect(world.stub.requests.filter(isPay)).toHaveLength(1);
    expect(await requestProlificAction(world.admin, world.link, bonus(ids))).toEqual({
      refused: "prolific-busy",
    });
    await fetchNow(world);
    if (cut === "after") {
      // Prolific's list shows the payment.
      expect(await actionOf(action)).toMatchObject({ state: "done" });
      return;
    }
    expect(await actionOf(action)).toMatchObject({ state: "unclear" });
    expect(await resolveProlificAction(world.admin, world.link, action, false)).toEqual({ action });
    expect(await resolveProlificAction(world.admin, world.link, action, true)).toBeNull();
    expect(await requestProlificAction(world.admin, world.link, bonus(ids))).toMatchObject({
      action: expect.any(String),
    });
  },
);

test("an unclear bonus is shown however many actions followed it", async () => {
  const world = await published(["p1"], (one) => (isPay(one) ? { cut: "before" } : undefined));
  const action = await request(world, bonus(world.study.submissions.map(({ id }) => id)));
  await perform(action);
  const later = { studyId: world.study.id, kind: "approve", state: "done", endedAt: new Date() } as const;
  await db.prolificAction.createMany({
    data: Array.from({ length: 60 }, () => ({ ...later, key: randomUUID() })),
  });
  const { actions } = await studyOf(world);
  expect(actions).toHaveLength(50);
  expect(actions.at(-1)).toMatchObject({ id: action, state: "unclear" });
});

test("a worker that dies while it pays leaves the bonus unclear", async () => {
  const world = await published(["p1"]);
  const action = await request(world, bonus(world.study.submissions.map(({ id }) => id)));
  const died = new Date(Date.now() - 10 * 60_000);
  await db.prolificAction.update({
    where: { id: action },
    data: { state: "sending", takenAt: died, externalId: "6".repeat(24), payingAt: died },
  });
  await perform(action);
  expect(await actionOf(action)).toMatchObject({ state: "unclear" });
  expect(world.stub.requests.filter(isPay)).toHaveLength(0);
});

test("a worker that was overtaken while it prepared a bonus does not pay it again", async () => {
  let overtake = async () => {};
  const world = await published(["p1"], async ({ path }, nth) => {
    if (path.endsWith("/bonus-payments/") && nth === 1) await overtake();
    return undefined;
  });
  const action = await request(world, bonus(world.study.submissions.map(({ id }) => id)));
  overtake = async () => {
    const takenAt = new Date(Date.now() - 10 * 60_000);
    await db.prolificAction.update({ where: { id: action }, data: { takenAt } });
    await perform(action);
  };
  await perform(action);
  expect(world.submitted[0]?.bonus_payments).toEqual([50]);
  expect(await actionOf(action)).toMatchObject({ state: "done", attempts: 2 });
});

test("an unclear bonus is not taken for paid because of an earlier one that was not listed yet", async () => {
  let paying = 0;
  const world = await published(["p1"], (one) => {
    if (isPay(one)) paying += 1;
    return isPay(one) && paying === 2 ? { cut: "before" } : undefined;
  });
  const ids = world.study.submissions.map(({ id }) => id);
  await perform(await request(world, bonus(ids)));
  const second = await request(world, bonus(ids));
  await perform(second);
  await fetchNow(world);
  expect((await studyOf(world)).submissions).toMatchObject([{ bonus: 50 }]);
  expect(await actionOf(second)).toMatchObject({ state: "unclear" });
});

test("too many requests delay a payment, with Prolific's pause, and it is then made once", async () => {
  const world = await published(["p1"], (one, nth) =>
    isPay(one) && nth === 1 ? { status: 429, retryAfter: 7 } : undefined,
  );
  const action = await request(world, bonus(world.study.submissions.map(({ id }) => id)));
  const before = Date.now();
  await perform(action);
  const waiting = await actionOf(action);
  expect(waiting).toMatchObject({ state: "pending", payingAt: null });
  expect(waiting.nextAt.getTime()).toBeGreaterThanOrEqual(before + 7000);
  await perform(action);
  expect(world.submitted[0]?.bonus_payments).toEqual([50]);
});
