import { disconnect } from "@/lib/db";
import { seedDemo } from "@/prisma/seed";

// Asked by npm start: loads the demo once and answers with its sign-ins.
const signIns = await seedDemo();
await disconnect();
process.send?.(signIns);
