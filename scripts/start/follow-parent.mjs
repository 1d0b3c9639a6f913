// Loaded before the web server (node --import): when the parent process has gone, for whatever reason, its
// IPC channel closes and the server exits too. The development server passes this file on to its own child
// process, which waits for instructions on the channel: so the channel must keep the process alive.
process.once("disconnect", () => process.exit(0));
