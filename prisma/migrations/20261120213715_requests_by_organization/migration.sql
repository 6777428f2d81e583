-- DropIndex
DROP INDEX "webhook_requests_organization_id_id_idx";

-- AlterTable
ALTER TABLE "webhook_requests" DROP CONSTRAINT "webhook_requests_pkey",
ADD CONSTRAINT "webhook_requests_pkey" PRIMARY KEY ("organization_id", "id");

-- CreateIndex
CREATE INDEX "webhook_requests_organization_id_status_code_id_idx" ON "webhook_requests"("organization_id", "status_code", "id");

-- CreateIndex
CREATE INDEX "webhook_requests_organization_id_external_id_id_idx" ON "webhook_requests"("organization_id", "external_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_requests_organization_id_request_id_key" ON "webhook_requests"("organization_id", "request_id");
