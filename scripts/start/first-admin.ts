// Sends the parent process a link to create the first admin, or null if there is one.
import { createFirstAdminLink } from "@/lib/auth/data/one-time-links";
import { disconnect } from "@/lib/database/db";

const link = await createFirstAdminLink();
await disconnect();
process.send?.({ answer: "refused" in link ? null : link.url }, () => process.disconnect());
