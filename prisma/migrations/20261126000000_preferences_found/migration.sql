-- Whether a study has preferences is asked whenever its page is shown. Among a million judgements there may be none.
CREATE INDEX "Judgement_preferences" ON "Judgement" ("datasetId", "batchId", "taskId") WHERE "target" = 'preference';
