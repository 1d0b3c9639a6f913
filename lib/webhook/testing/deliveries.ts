import { afterAll, beforeAll, beforeEach } from "vitest";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import type { EventName } from "@/lib/events/schema";
import {
  openReceiver,
  type ReceivedDelivery,
  type Receiver,
  type ReceiverBehaviour,
} from "@/lib/webhook/testing/receiver";
import { makeWebhook } from "@/testing/builders/webhooks";

/** Gives a test file a receiver of webhooks; before each test it has received nothing, and there is no webhook. */
export function openReceiverForTests() {
  let receiver: Receiver;
  let behave: (one: ReceivedDelivery) => ReceiverBehaviour;

  beforeAll(async () => {
    const [origin = ""] = env().WEBHOOK_ALLOWED_ORIGINS;
    receiver = await openReceiver(origin, (one) => behave(one));
  });
  beforeEach(async () => {
    await db.webhook.deleteMany();
    receiver.received.length = 0;
    behave = () => ({ status: 204 });
  });
  afterAll(() => receiver.close());

  return {
    get url() {
      return receiver.url;
    },
    get received() {
      return receiver.received;
    },
    /** Sets its answers. */
    behave(as: (one: ReceivedDelivery) => ReceiverBehaviour) {
      behave = as;
    },
    /** Makes a webhook that leads to the receiver. */
    hook: (project?: { id: string }, events?: EventName[]) =>
      makeWebhook({ url: receiver.url, ...(project && { project }), ...(events && { events }) }),
  };
}

/** The delivery of a webhook that has one. */
export const only = (webhookId: string) => db.webhookDelivery.findFirstOrThrow({ where: { webhookId } });

/** Simulates that some hours have passed, for a webhook and its waiting deliveries. */
export async function pass(webhookId: string, hours: number) {
  await db.$executeRaw`UPDATE "WebhookDelivery" SET "nextAt" = "nextAt" - make_interval(secs => ${hours * 3600}::float8),
    "since" = "since" - make_interval(secs => ${hours * 3600}::float8) WHERE "webhookId" = ${webhookId}::uuid`;
  await db.$executeRaw`UPDATE "Webhook" SET "failingSince" = "failingSince" - make_interval(secs => ${hours * 3600}::float8)
    WHERE "id" = ${webhookId}::uuid`;
}
