import { unitText } from "./checks/counts";
import { languageName } from "./checks/language";
import { boundText, type Check } from "./types";

const quoted = (value: string) => `"${value}"`;

function list(values: string[], word: "and" | "or"): string {
  const all = values.map(quoted);
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} ${word} ${all.at(-1)}`;
}

const CASES = {
  lower: "in lowercase letters",
  upper: "in uppercase letters",
  title: "in title case",
  sentence: "in sentence case",
};
const CHARSETS = {
  ascii: "Does the response contain only ASCII characters?",
  no_digits: "Does the response contain no digits?",
  no_punctuation: "Does the response contain no punctuation?",
  no_comma: "Does the response contain no commas?",
  latin: "Does the response contain only Latin letters?",
};

/**
 * The question a check answers, in words that the grammar parses as the same check; null for checks without a
 * canonical wording, whose items keep the words of the instruction.
 */
export function questionOf(check: Check): string | null {
  switch (check.kind) {
    case "count":
      return `Does the response contain ${boundText(check)} ${unitText(check.unit, check.hi ?? check.n)}?`;
    case "contains":
    case "not_contains": {
      if (check.what === "sentence" || check.values.some((value) => value.includes('"'))) return null;
      const type = check.what === "char" ? "letter" : check.what;
      const many = check.values.length > 1;
      const named = `the ${type}${many ? "s" : ""} ${list(check.values, check.mode === "any" ? "or" : "and")}`;
      if (check.kind === "not_contains") return `Does the response not contain ${named}?`;
      if (check.times)
        return many
          ? null
          : `Does the response contain ${named} ${boundText(check.times)} ${(check.times.hi ?? check.times.n) === 1 ? "time" : "times"}?`;
      return `Does the response contain ${named}?`;
    }
    case "starts_with":
    case "ends_with": {
      if (check.what === "char" || check.value.includes('"')) return null;
      return `Does the response ${check.kind === "starts_with" ? "start" : "end"} with the ${check.what} ${quoted(check.value)}?`;
    }
    case "case":
      return `Is the entire response ${CASES[check.mode]}?`;
    case "charset":
      return CHARSETS[check.set];
    case "language":
      return `Is the response in ${languageName(check.code)}?`;
    default:
      return null;
  }
}
