import { config } from "zod/v4/core";

// Zod would try whether it may compile its schemas with eval. Our policy forbids that, and reports the attempt.
config({ jitless: true });
