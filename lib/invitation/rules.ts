import { parse } from "csv-parse/browser/esm/sync";
import { Email, PersonName } from "@/lib/auth/schema";
import { type Invitee, type LineProblem, MAX_INVITED } from "@/lib/invitation/schema";
import { Role } from "@/lib/project/schema";

/** A parsed list of people: those who can be invited, and the lines with problems. */
interface InviteeList {
  people: Invitee[];
  problems: LineProblem[];
}

/** A person as a line names them, unchecked. */
interface Named {
  line: number;
  text: string;
  email: string;
  name: string;
  role: string;
}

/**
 * Parses a list of people to invite. With a first line that names an `email` column it is a CSV (also with
 * semicolons or tabs) whose other columns are `name` and `role`; anything else is a list of addresses as mail
 * programs write them, `ada@example.org` or `Ada Lovelace <ada@example.org>`, between commas, semicolons or
 * line breaks. `role` applies to lines without one. Lines count from 1.
 */
export function readInvitees(text: string, role: Role): InviteeList {
  const read = isTable(text) ? readTable(text) : readList(text);
  if ("message" in read) return { people: [], problems: [read] };
  const people: Invitee[] = [];
  const problems: LineProblem[] = [];
  const seen = new Map<string, number>();
  for (const named of read) {
    const result = check(named, role, seen);
    if ("message" in result) problems.push(result);
    else people.push(result);
  }
  if (read.length > MAX_INVITED) {
    const message = `There are ${read.length} people here; ${MAX_INVITED} can be invited at once.`;
    problems.push({ line: read[MAX_INVITED]?.line ?? 1, text: "", message });
  }
  return { people, problems };
}

const COLUMNS: Record<string, "email" | "name" | "role"> = {
  email: "email",
  "e-mail": "email",
  mail: "email",
  name: "name",
  role: "role",
};

function isTable(text: string): boolean {
  const first = text.split(/\r?\n/).find((line) => line.trim() !== "") ?? "";
  return first.split(/[,;\t]/).some((cell) => COLUMNS[columnName(cell)] === "email");
}

function columnName(cell: string): string {
  return cell
    .replace(/^\ufeff/, "")
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .toLowerCase();
}

function readTable(text: string): Named[] | LineProblem {
  const records: { record: string[]; line: number }[] = [];
  try {
    parse(text, {
      bom: true,
      delimiter: [",", ";", "\t"],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (record: string[], { lines }) => {
        records.push({ record, line: lines });
        return null;
      },
    });
  } catch (error) {
    const line = error instanceof Error && "lines" in error ? Number(error.lines) : 1;
    return { line, text: "", message: "The quotes on this line do not close: it cannot be read as CSV." };
  }
  const [header, ...rows] = records;
  const columns = (header?.record ?? []).map((cell) => COLUMNS[columnName(cell)]);
  const unknown = header?.record.find((cell) => cell !== "" && !COLUMNS[columnName(cell)]);
  if (unknown !== undefined) {
    const message = `“${unknown}” is no column of this list: there are email, name and role.`;
    return { line: header?.line ?? 1, text: unknown, message };
  }
  return rows.map(({ record, line }) => {
    const cell = (column: "email" | "name" | "role") => record[columns.indexOf(column)] ?? "";
    return {
      line,
      text: record.join(", "),
      email: cell("email"),
      name: cell("name"),
      role: cell("role"),
    };
  });
}

function readList(text: string): Named[] {
  return text.split(/\r?\n/).flatMap((line, index) =>
    [...line.matchAll(/(?:"[^"]*"|<[^>]*>|[^,;])+/g)]
      .map(([piece]) => piece.trim())
      .filter((piece) => piece !== "")
      .map((piece) => {
        const named = /^(.*)<([^>]*)>$/.exec(piece);
        const name = (named?.[1] ?? "").trim().replace(/^"(.*)"$/, "$1");
        return { line: index + 1, text: piece, email: named?.[2] ?? piece, name, role: "" };
      }),
  );
}

function check(named: Named, fallback: Role, seen: Map<string, number>): Invitee | LineProblem {
  const { line, text } = named;
  const email = Email.safeParse(named.email);
  if (!email.success) {
    const message = named.email.trim() === "" ? "There is no e-mail address." : "This is no e-mail address.";
    return { line, text, message };
  }
  const before = seen.get(email.data);
  if (before !== undefined) return { line, text, message: `This address is on line ${before} already.` };
  seen.set(email.data, line);
  const name = named.name.trim();
  if (name !== "" && !PersonName.safeParse(name).success)
    return { line, text, message: "The name is longer than 120 characters." };
  const role = named.role.trim() === "" ? fallback : named.role.trim().toLowerCase();
  const known = Role.safeParse(role);
  if (!known.success) {
    const message = `“${named.role.trim()}” is no role: there are annotator, researcher and admin.`;
    return { line, text, message };
  }
  return { line, email: email.data, name, role: known.data };
}
