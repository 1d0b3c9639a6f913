import { job, NoPayload } from "@/lib/queue/job";

/** Delivers the events that are due. The room that delivers says how. */
export const deliverEventsJob = job("webhook-work", NoPayload);

/** Looks for deliveries that are due and that no worker was woken for. */
export const resumeDeliveriesJob = job("webhook-resume", NoPayload);
