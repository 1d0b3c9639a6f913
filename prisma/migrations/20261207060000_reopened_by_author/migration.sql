-- A reopening without a note is the annotator's own.
ALTER TABLE "Reopening" DROP CONSTRAINT "Reopening_note";
ALTER TABLE "Reopening" ADD CONSTRAINT "Reopening_note" CHECK (char_length("note") <= 2000);
