import { disconnect } from "@/lib/database/db";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";

// One worker's share of the runs, in a process of its own that can be killed.
await workOnDrafts({ leaseSeconds: Number(process.argv[2] ?? 60) });
await disconnect();
