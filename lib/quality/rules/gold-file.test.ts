import { describe, expect, test } from "vitest";
import { beginningOf } from "@/lib/dataset/rules/formats/file-head";
import { problemText } from "@/lib/dataset/rules/lines";
import { writeParquet } from "@/lib/duckdb/testing/write-parquet";
import { readGoldFile } from "./gold-file";

async function read(text: string | Uint8Array<ArrayBuffer>, name = "gold.csv") {
  const file = new Blob([text]);
  const { lines, problems } = await readGoldFile(file, await beginningOf(file, name));
  return { lines, problems: problems.map(problemText) };
}

describe("a file of gold values", () => {
  test("is a table with the ids of responses and items, however it is written", async () => {
    const rows = [
      { line: 2, row: { response: "r1", item: "c1", value: "yes", explanation: "It names\na cause." } },
      { line: 4, row: { response: "r2", item: null, value: 4.5, explanation: "" } },
      { line: 5, row: { response: "3", item: "c1", value: "na", explanation: "" } },
    ];
    const csv = 'Response_ID;item;Gold;why\r\nr1;c1;Yes;"It names\na cause."\r\nr2;overall;4.5;\r\n3;c1;n/a;';
    expect(await read(csv)).toEqual({ lines: rows, problems: [] });
    const json = [
      { response: "r1", item: "c1", value: true, explanation: "x" },
      { response: "r2", value: null },
    ].map((row) => JSON.stringify(row));
    expect((await read(json.join("\n"), "gold.jsonl")).lines.map(({ row }) => row)).toEqual([
      { response: "r1", item: "c1", value: "yes", explanation: "x" },
      { response: "r2", item: null, value: null, explanation: "" },
    ]);
  });

  test("names each row without a value, and each repeated one", async () => {
    const csv =
      "response,item,value\n,c1,yes\nr1,c1,\nr1,c1,maybe\nr1,c1,1e9999\nr2,c1,no\nr2,c1,yes\nr3,c1,99999";
    expect((await read(csv)).problems).toEqual([
      "line 2, response: is missing: the response's id",
      ...[3, 4, 5].map(
        (line) =>
          `line ${line}, value: is no value: yes, no, na or a number, and in JSON null to take one back`,
      ),
      "line 7, response: has this value on line 6 already",
      "line 8, value: is too long, or too large",
    ]);
  });

  test("is refused as a whole if it is not a table, or too long", async () => {
    expect((await read("")).problems).toEqual(["The file is empty."]);
    expect((await read("response,item,value\n")).problems).toEqual(["The file has no rows."]);
    const zip = new Uint8Array([0x50, 0x4b, 0x03, 0x04, ...new TextEncoder().encode("xl/workbook.xml")]);
    expect((await read(zip, "gold.xlsx")).problems[0]).toMatch(/^This is a spreadsheet/);
    const parquet = new Uint8Array(await writeParquet("SELECT 'r1' AS response, 'yes' AS value"));
    expect((await read(parquet, "gold.parquet")).problems).toEqual([
      expect.stringMatching(/^This is a Parquet file/),
    ]);
    const long = `response,value\n${Array.from({ length: 100_000 }, (_, at) => `r${at},yes`).join("\n")}`;
    expect(await read(long)).toEqual({
      lines: [],
      problems: ["The file has more than 2,000 rows. Split it: each part is marked whole or not at all."],
    });
  });
});
