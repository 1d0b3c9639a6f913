import { disconnect } from "@/lib/database/db";
import { runImport } from "@/lib/dataset/import/run";

// One worker's share of an import, in a process of its own that can be killed.
await runImport(process.argv[2] ?? "");
await disconnect();
