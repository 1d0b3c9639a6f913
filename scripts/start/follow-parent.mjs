// Loaded before the web server (node --import), which knows nothing of who started it: when that process
// has gone, however it went, the channel to it closes and the server ends too. The development server
// hands this file on to the process that does its work, which waits on its channel for what to do: the
// channel must keep a process running, or it ends before it is told.
process.once("disconnect", () => process.exit(0));
