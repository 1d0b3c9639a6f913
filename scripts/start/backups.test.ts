import { expect, test } from "vitest";
import { backupPlan, nextBackup } from "./backups.mjs";

test("backups are planned by three settings, of which the place is enough", () => {
  expect(backupPlan({})).toBeUndefined();
  expect(backupPlan({ BACKUP_TO: "/backups" })).toEqual({ to: "/backups", hour: 3, minute: 15, keep: 14 });
  expect(backupPlan({ BACKUP_TO: "s3://safe/lab", BACKUP_AT: "23:05", BACKUP_KEEP: "30" })).toEqual({
    to: "s3://safe/lab",
    hour: 23,
    minute: 5,
    keep: 30,
  });
});

test.each([
  [{ BACKUP_AT: "03:15" }, /need BACKUP_TO/],
  [{ BACKUP_TO: "/b", BACKUP_AT: "25:00" }, /time of day/],
  [{ BACKUP_TO: "/b", BACKUP_KEEP: "none" }, /from 1 to 10000/],
])("a setting that cannot be followed is refused before anything starts: %j", (env, problem) => {
  expect(() => backupPlan(env)).toThrow(problem);
});

test("the next backup is today's if its time is to come, else tomorrow's", () => {
  const at = { hour: 3, minute: 15 };
  expect(nextBackup(at, new Date(2026, 0, 31, 3, 14))).toEqual(new Date(2026, 0, 31, 3, 15));
  expect(nextBackup(at, new Date(2026, 0, 31, 3, 15))).toEqual(new Date(2026, 1, 1, 3, 15));
});
