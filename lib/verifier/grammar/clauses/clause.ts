import type { Check } from "../../types";
import { words } from "../cursor";

/** The requirement of a clause, before its subject is known. */
export interface Clause {
  check: Check;
  flags: string[];
}

export const clause = (check: Check, ...flags: string[]): Clause => ({ check, flags });

/** Verbs that state what a text contains. */
export const HAVE = [
  ...words(`
    contain | contains | containing | contained | include | includes | including | included | have | has |
    having | use | uses | using | used | feature | features | featuring | incorporate | incorporates |
    incorporating | employ | employs | employing | mention | mentions | mentioning | provide | provides |
    providing | present | presents | list | lists | give | gives | make use of | makes use of |
    making use of | comprise | comprises | comprising | consist of | consists of | consisting of |
    composed of | comprised of | made up of | consist only of | consists only of | consist entirely of |
    consists entirely of | consist solely of | consists solely of | exhibit | show | display | with |
    that has | that contains | which contains | write | writes | writing | say | output | generate | add |
    adds | produce | insert | create
  `),
];

/** Words that follow "avoid" and "refrain from". */
export const DOING = [
  ...words(`
    using | the use of | any use of | use of | containing | including | mentioning | having | writing |
    employing | the inclusion of | inclusion of | starting with | saying | featuring | incorporating |
    the usage of | usage of | utilizing
  `),
];
