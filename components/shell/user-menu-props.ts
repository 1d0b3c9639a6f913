import type { MenuItem } from "@/components/ui/dropdown-menu";
import type { Language } from "@/lib/i18n/schema";

export interface UserMenuProps {
  name: string;
  /** A second line: the e-mail address, or the role in this project. */
  detail?: string;
  accountHref?: string;
  signOutHref?: string;
  /** Instead of an address, where signing out is a request. */
  onSignOut?: () => void;
  /** Sets the language of annotators' pages; absent on pages that are always English. */
  onLanguage?: (language: Language) => void;
  /** More lines, above sign-out. */
  items?: readonly MenuItem[];
}

export interface UserMenuState extends UserMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}
