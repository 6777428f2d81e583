-- AlterTable
ALTER TABLE "host_deliveries" ADD COLUMN     "permanent" BOOLEAN NOT NULL DEFAULT false;
