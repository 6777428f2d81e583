-- AlterTable
ALTER TABLE "stored_bytes" ADD COLUMN     "synced_bytes" BIGINT NOT NULL DEFAULT 0;
