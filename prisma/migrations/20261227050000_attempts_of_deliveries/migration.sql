-- The attempt at a delivery that is under way: a worker sends nothing else to its webhook meanwhile, and stores the result of
-- an attempt only while the delivery is still its own. Servers of the version before do not know it and leave it where it is,
-- so nothing is checked of it.
ALTER TABLE "WebhookDelivery" ADD COLUMN "attemptId" UUID;

-- Each webhook's first due delivery.
CREATE INDEX "WebhookDelivery_waiting_of_webhook_idx" ON "WebhookDelivery" ("webhookId", "nextAt") WHERE "state" = 'waiting';
