import { randomUUID } from "node:crypto";
import { db } from "@/lib/database/db";
import type { Fixture, RouteCases } from "@/testing/authorisation/case";
import { makeWebhook } from "@/testing/builders/webhooks";

const ADMINS = ["admin", "site admin"] as const;

const webhookIn = async (project: Fixture["study"]) => ({ webhook: (await makeWebhook({ project })).id });

async function deliveryIn(project: Fixture["study"]) {
  const { webhook } = await webhookIn(project);
  const { id: delivery } = await db.webhookDelivery.create({
    data: { webhookId: webhook, event: "webhook.test", body: "{}", state: "failed" },
  });
  return { webhook, delivery };
}

export const cases: RouteCases = {
  "GET /api/v1/projects/[project]/webhooks": {
    may: [...ADMINS],
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
  },
  "POST /api/v1/projects/[project]/webhooks": {
    may: [...ADMINS],
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
    body: () => ({ url: `https://hooks.example.org/${randomUUID()}`, events: ["batch.finished"] }),
  },
  "GET /api/v1/webhooks/[webhook]": {
    may: [...ADMINS],
    params: ({ study }) => webhookIn(study),
    foreign: ({ otherStudy }) => webhookIn(otherStudy),
  },
  "PATCH /api/v1/webhooks/[webhook]": {
    may: [...ADMINS],
    params: ({ study }) => webhookIn(study),
    foreign: ({ otherStudy }) => webhookIn(otherStudy),
    body: () => ({ events: ["run.finished"], paused: true }),
  },
  "DELETE /api/v1/webhooks/[webhook]": {
    may: [...ADMINS],
    params: ({ study }) => webhookIn(study),
    foreign: ({ otherStudy }) => webhookIn(otherStudy),
  },
  "POST /api/v1/webhooks/[webhook]/test": {
    may: [...ADMINS],
    params: ({ study }) => webhookIn(study),
    foreign: ({ otherStudy }) => webhookIn(otherStudy),
  },
  "GET /api/v1/webhooks/[webhook]/deliveries": {
    may: [...ADMINS],
    params: ({ study }) => webhookIn(study),
    foreign: ({ otherStudy }) => webhookIn(otherStudy),
  },
  "POST /api/v1/webhooks/[webhook]/deliveries/[delivery]/redeliver": {
    may: [...ADMINS],
    params: ({ study }) => deliveryIn(study),
    foreign: ({ otherStudy }) => deliveryIn(otherStudy),
  },
};
