/** After how many seconds without a word a worker counts as gone: four beats. */
export const LATE_SECONDS = 60;
