import { runImport } from "@/lib/dataset/import/run";
import { disconnect } from "@/lib/db";

// One worker's part of an import, in a process of its own that can be killed.
await runImport(process.argv[2] ?? "");
await disconnect();
