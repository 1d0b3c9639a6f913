-- AlterEnum
ALTER TYPE "JudgeSubject" ADD VALUE 'criterion';
ALTER TYPE "JudgeSubject" ADD VALUE 'label';
