-- AlterTable
ALTER TABLE "Subject" ADD COLUMN     "probability" DOUBLE PRECISION;

ALTER TABLE "Subject" ADD CONSTRAINT "Subject_probability" CHECK ("probability" > 0 AND "probability" <= 1);
