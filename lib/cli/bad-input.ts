/** Invalid input to a command; the message is the one line that is printed. */
export class BadInput extends Error {}
