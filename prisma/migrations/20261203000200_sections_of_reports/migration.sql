-- CreateTable
CREATE TABLE "ReportSection" (
    "reportId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "requestedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "content" JSON,
    "failure" TEXT,

    CONSTRAINT "ReportSection_pkey" PRIMARY KEY ("reportId","name")
);

-- AddForeignKey
ALTER TABLE "ReportSection" ADD CONSTRAINT "ReportSection_reportId_fkey" FOREIGN KEY ("reportId") REFERENCES "Report"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "ReportSection" ADD CONSTRAINT "ReportSection_content" CHECK ("content" IS NULL OR "failure" IS NULL);

-- Reports were stored in one piece. They are made from the data, and made anew when somebody looks.
DELETE FROM "Report";
