-- Alone, as the new word can only be used once it is committed.
ALTER TYPE "AssignmentState" ADD VALUE 'reopened';
