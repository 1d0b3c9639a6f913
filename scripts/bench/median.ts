import { median } from "@/lib/agreement/quantile";

/** The median of measured times; 0 without any. */
export const medianTime = (times: readonly number[]): number => median(times) ?? 0;
