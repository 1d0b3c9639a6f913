/** No value, in a column of codes or places. */
export const NONE = -1;
