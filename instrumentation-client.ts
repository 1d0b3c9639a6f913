// Zod would try whether it may compile its schemas with eval. Our policy forbids that, and reports the attempt. Said where
// zod looks for it, without loading zod: many pages have none.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
