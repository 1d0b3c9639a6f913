/** Where a command writes. The terminal, unless a test or another program listens. */
export interface Output {
  stdout: (text: string) => void;
  stderr: (text: string) => void;
}

export const terminal: Output = {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
};
