-- AlterTable
ALTER TABLE "Worker" ADD COLUMN     "queueName" TEXT;

-- CreateTable
CREATE TABLE "WriteProbe" (
    "id" SMALLINT NOT NULL,
    "at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "WriteProbe_pkey" PRIMARY KEY ("id")
);
