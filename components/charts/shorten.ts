/** Truncates a name to `fits` characters, ending in an ellipsis. */
export function shorten(name: string, fits: number): string {
  return name.length > fits ? `${name.slice(0, Math.max(1, fits - 1)).trimEnd()}…` : name;
}

/** Breaks a name into at most `most` lines at words, hyphens and brackets. */
export function inLines(name: string, fits: number, most: number): string {
  const lines: string[] = [];
  for (const word of name.split(/(?<=[\s\-_/])|(?=\()/)) {
    const last = lines.at(-1);
    if (last !== undefined && (last + word).trimEnd().length <= fits) lines[lines.length - 1] = last + word;
    else lines.push(word);
  }
  const whole = lines.map((line) => line.trimEnd());
  const shown = whole.slice(0, most).map((line) => shorten(line, fits));
  const end = shown.at(-1);
  if (whole.length > most && end !== undefined && !end.endsWith("…"))
    shown[most - 1] = shorten(`${end}……`, Math.max(2, Math.min(fits, end.length + 1)));
  return shown.join("\n");
}
