/** The simulated annotator's actions, and those that the page confirmed. */
export interface Done {
  /** Topics worked on to the end. */
  intended: Set<number>;
  /** Ids of assignments whose submission the server acknowledged, in order. */
  acknowledged: string[];
  /** Everything that went wrong. */
  problems: string[];
}
