/**
 * True if an error means a full disk, as reported by the file system, PostgreSQL (53100) or a child process.
 * @param {unknown} error
 */
export function isFull(error) {
  const { code, message = "" } = /** @type {NodeJS.ErrnoException} */ (error ?? {});
  return (
    code === "ENOSPC" ||
    code === "EDQUOT" ||
    code === "53100" ||
    /ENOSPC|No space left on device|Disk quota exceeded/i.test(message)
  );
}

/** @param {string} folder */
export function fullDisk(folder) {
  return `No room is left on the disk of ${folder}, or on that of temporary files. Make room, then start again. Nothing that was saved is lost.`;
}
