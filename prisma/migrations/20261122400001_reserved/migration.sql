-- A claim counts a batch's reserved subjects.
CREATE INDEX "Subject_reserved" ON "Subject" ("batchId") WHERE "reserved";
