-- AlterEnum
ALTER TYPE "FrozenKind" ADD VALUE 'drafting';
