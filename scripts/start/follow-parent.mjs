// Loaded before the web server (node --import), which knows nothing of who started it: when that process
// has gone, however it went, the channel to it closes and the server ends too.
process.once("disconnect", () => process.exit(0));
process.channel?.unref();
