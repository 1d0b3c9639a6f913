import { setFlagsFromString } from "node:v8";

/**
 * A report throws away many times what it holds: here garbage is collected when the heap has grown by a fifth, and not
 * by several times. How large it may be stays as Node has it. An engine that knows no such flag says so and goes on.
 */
setFlagsFromString("--heap-growing-percent=20");
