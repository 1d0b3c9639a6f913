/** `warning`: works, but needs attention. `problem`: something does not work, or work could be lost. */
type State = "ok" | "warning" | "problem";

export interface DoctorFinding {
  about: string;
  state: State;
  words: string;
  /** The advice to the admin, unless all is well. */
  advice?: string;
}

export function ok(about: string, words: string): DoctorFinding {
  return { about, state: "ok", words };
}
