import { setFlagsFromString } from "node:v8";

/**
 * A report creates much more garbage than live data: collect it when the heap has grown by a fifth, instead
 * of several times. The limit stays Node's. An engine without this flag ignores it.
 */
setFlagsFromString("--heap-growing-percent=20");

/**
 * Much of a report's code runs only once over the data, so compiling it costs up to a third of a report. With a quarter of
 * V8's usual room for inlining, compiling takes a quarter less, and the compiled code is as fast.
 */
setFlagsFromString("--max-inlined-bytecode-size-cumulative=230");
