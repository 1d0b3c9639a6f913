/** Starts a download of the content under a file name. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Delayed, because the download starts after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
