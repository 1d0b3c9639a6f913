/** The output of a command: the terminal, unless a test or another program passes its own. */
export interface Output {
  stdout: (text: string) => void;
  stderr: (text: string) => void;
}

export const terminal: Output = {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
};
