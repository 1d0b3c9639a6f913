/** An account as the table of accounts shows it. */
export interface Account {
  id: string;
  /** Null for an account that came through a participation link. */
  email: string | null;
  name: string;
  siteAdmin: boolean;
  disabled: boolean;
  pending: boolean;
  secondFactor: boolean;
  projects: number;
  since: string;
  lastSeen: string | null;
}
