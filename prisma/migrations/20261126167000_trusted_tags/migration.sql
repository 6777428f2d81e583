-- AlterTable
ALTER TABLE "trusted_pipelines" ADD COLUMN     "protected_only" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "tag" TEXT;
