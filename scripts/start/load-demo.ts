// Loads the demo project and sends the parent process the sign-ins of its people.
import { disconnect } from "@/lib/database/db";
import { seedDemo } from "@/prisma/seed";

const signIns = await seedDemo((doing) => process.send?.({ doing }));
await disconnect();
process.send?.({ answer: signIns }, () => process.disconnect());
