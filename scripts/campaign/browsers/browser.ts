/** A browser that a program drives, beside Playwright's Chromium. */
export interface DrivenBrowser {
  setCookie(cookie: { name: string; value: string }): Promise<void>;
  /** Goes to an address on localhost; resolves when the page is loaded. */
  open(address: string): Promise<void>;
  /** The value of an expression in the page, or that its promise resolves to; as JSON. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** The number of dialogs that pages and their frames have opened so far; each is dismissed. */
  dialogs(): number;
  close(): Promise<void>;
}

/** Starts a browser whose requests to other machines go to a proxy on this port. */
export type StartBrowser = (proxyPort: number) => Promise<DrivenBrowser>;
