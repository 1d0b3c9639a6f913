-- Every save renews a lease. While no index has the time in it and its page has room, the row is written anew in place
-- and none of the table's indexes is touched. What is leased is never more than a few for each annotator.
DROP INDEX "Assignment_state_leaseUntil_idx";
DROP INDEX "Assignment_in_hand";
CREATE INDEX "Assignment_leased" ON "Assignment" ("batchId") WHERE "state" IN ('open', 'reserved');
ALTER TABLE "Assignment" SET (fillfactor = 90);
