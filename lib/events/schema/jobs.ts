import { job, NoPayload } from "@/lib/queue/job";

/** Delivers due events. Handled by the webhook room. */
export const deliverEventsJob = job("webhook-work", NoPayload);

/** Looks for due deliveries that no worker was woken for. */
export const resumeDeliveriesJob = job("webhook-resume", NoPayload);
