import "server-only";
import writeWorkbook from "write-excel-file/node";
import { fromSnapshot } from "@/lib/database/snapshot";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import type { Cell } from "@/lib/duckdb/schema";
import { type BundleFacts, dataVersion, nameOf, overviewOf } from "@/lib/export/data/bundle";
import { countRatings, ratings } from "@/lib/export/data/ratings";
import { RATING_TYPES } from "@/lib/export/rules/ratings";
import { ITEM_COLUMNS } from "@/lib/export/rules/study-index";
import { SheetMaker } from "@/lib/export/rules/workbook";
import { awaitReport } from "@/lib/report/data/find-report";
import { tableCells } from "@/lib/report/rules/render/csv";
import { tablesOf } from "@/lib/report/rules/tables/all";
import { VERSION } from "@/lib/version";

/**
 * A study as a workbook: a description, its ratings, its items, and every table of its report. The tables are the
 * worker's last; the first sheet says if they are of the same version of the data as the ratings.
 */
export async function* workbook(scope: StudyScope, made: BundleFacts): AsyncGenerator<Uint8Array> {
  const stored = await awaitReport(scope);
  yield* fromSnapshot(async function* (snapshot) {
    made.at = snapshot.at;
    made.rows = await countRatings(snapshot, scope);
    const version = await dataVersion(snapshot, scope);
    const maker = new SheetMaker();
    const about: [string, Cell][] = [
      ["study", await nameOf(snapshot, scope)],
      ["ratings as of", snapshot.at.toISOString()],
      ["version of the data", version],
      [
        "tables",
        "failure" in stored
          ? `not computed: ${stored.failure}`
          : stored.dataVersion === version
            ? "of the same version of the data"
            : `of version ${stored.dataVersion} of the data`,
      ],
      ["Countersign", VERSION],
    ];
    await maker.add(
      "about",
      [
        { name: "what", type: "text" },
        { name: "value", type: "text" },
      ],
      about.map(([what, value]) => ({ what, value })),
    );
    await maker.add("ratings", RATING_TYPES, ratings(snapshot, scope));
    const { overview } = await overviewOf(snapshot, scope);
    await maker.add(
      "items",
      ITEM_COLUMNS.map((name) => ({ name, type: "text" as const })),
      overview.itemRows(),
    );
    for (const table of "failure" in stored ? [] : tablesOf(stored.report, stored.items)) {
      const { header, rows } = tableCells(table);
      await maker.add(
        table.name,
        header.map((name) => ({ name, type: "text" as const })),
        rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at]]))),
      );
    }
    const sheets = maker.finish().map((sheet) => ({ ...sheet, stickyRowsCount: 1 }));
    yield await writeWorkbook(sheets).toBuffer();
  });
}
