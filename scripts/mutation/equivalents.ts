/** Mutants that cannot be noticed because they change no number, and why. */
export const equivalents: { file: string; text: string; changes: string[]; reason: string }[] = [];
