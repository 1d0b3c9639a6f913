import type { MenuItem } from "@/components/ui/dropdown-menu";
import type { Language } from "@/lib/i18n/schema";

export interface UserMenuProps {
  name: string;
  /** A second line: the e-mail address, or the role in this project. */
  detail?: string;
  accountHref?: string;
  signOutHref?: string;
  /** Instead of an address, for whoever signs out by a request. */
  onSignOut?: () => void;
  /** Chooses the language of the annotator's pages; absent where pages are English whatever it is. */
  onLanguage?: (language: Language) => void;
  /** More lines, above the sign-out. */
  items?: readonly MenuItem[];
}

export interface UserMenuState extends UserMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}
