-- Rows that told their organization only through a connection, a repository or a pull request carry it themselves. Keys
-- and indexes go before the rows are written and come back after it: that is faster than keeping them up to date.

-- DropForeignKey
ALTER TABLE "host_deliveries" DROP CONSTRAINT "host_deliveries_connection_id_fkey";

-- DropForeignKey
ALTER TABLE "link_changes" DROP CONSTRAINT "link_changes_repository_id_fkey";

-- DropForeignKey
ALTER TABLE "live_before" DROP CONSTRAINT "live_before_pull_request_id_fkey";

-- DropForeignKey
ALTER TABLE "repository_syncs" DROP CONSTRAINT "repository_syncs_repository_id_fkey";

-- DropIndex
DROP INDEX "live_before_repository_id_service_key_idx";

-- AlterTable
ALTER TABLE "host_deliveries" DROP CONSTRAINT "host_deliveries_pkey", ADD COLUMN "organization_id" INTEGER;
ALTER TABLE "link_changes" DROP CONSTRAINT "link_changes_pkey", ADD COLUMN "organization_id" INTEGER;
ALTER TABLE "live_before" DROP CONSTRAINT "live_before_pkey", ADD COLUMN "organization_id" INTEGER;
ALTER TABLE "repository_syncs" DROP CONSTRAINT "repository_syncs_pkey", ADD COLUMN "organization_id" INTEGER;

UPDATE "host_deliveries" SET "organization_id" = c."organization_id" FROM "host_connections" c WHERE c."id" = "connection_id";
-- No commit or merge is new.
ALTER TABLE "link_changes" DISABLE TRIGGER "link_changes_repeated";
UPDATE "link_changes" SET "organization_id" = r."organization_id" FROM "repositories" r WHERE r."id" = "repository_id";
ALTER TABLE "link_changes" ENABLE TRIGGER "link_changes_repeated";
UPDATE "live_before" SET "organization_id" = p."organization_id" FROM "pull_requests" p WHERE p."id" = "pull_request_id";
UPDATE "repository_syncs" SET "organization_id" = r."organization_id" FROM "repositories" r WHERE r."id" = "repository_id";

ALTER TABLE "host_deliveries" ALTER COLUMN "organization_id" SET NOT NULL,
ADD CONSTRAINT "host_deliveries_pkey" PRIMARY KEY ("organization_id", "connection_id", "delivery_id");
ALTER TABLE "link_changes" ALTER COLUMN "organization_id" SET NOT NULL,
ADD CONSTRAINT "link_changes_pkey" PRIMARY KEY ("organization_id", "repository_id", "sha", "merges");
ALTER TABLE "live_before" ALTER COLUMN "organization_id" SET NOT NULL,
ADD CONSTRAINT "live_before_pkey" PRIMARY KEY ("organization_id", "pull_request_id", "service_key");
ALTER TABLE "repository_syncs" ALTER COLUMN "organization_id" SET NOT NULL,
ADD CONSTRAINT "repository_syncs_pkey" PRIMARY KEY ("organization_id", "repository_id");

-- CreateIndex
CREATE INDEX "live_before_organization_id_repository_id_service_key_idx" ON "live_before"("organization_id", "repository_id", "service_key");

-- AddForeignKey
ALTER TABLE "host_deliveries" ADD CONSTRAINT "host_deliveries_organization_id_connection_id_fkey" FOREIGN KEY ("organization_id", "connection_id") REFERENCES "host_connections"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repository_syncs" ADD CONSTRAINT "repository_syncs_organization_id_repository_id_fkey" FOREIGN KEY ("organization_id", "repository_id") REFERENCES "repositories"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "link_changes" ADD CONSTRAINT "link_changes_organization_id_repository_id_fkey" FOREIGN KEY ("organization_id", "repository_id") REFERENCES "repositories"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "live_before" ADD CONSTRAINT "live_before_organization_id_pull_request_id_fkey" FOREIGN KEY ("organization_id", "pull_request_id") REFERENCES "pull_requests"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
