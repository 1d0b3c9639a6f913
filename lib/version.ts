import { version } from "@/package.json";

/** Of this program. */
export const VERSION: string = version;
