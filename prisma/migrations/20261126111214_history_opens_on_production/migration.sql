-- DropIndex
DROP INDEX "deployments_organization_id_started_at_id_status_voided_at_idx";

-- CreateIndex
CREATE INDEX "deployments_organization_id_started_at_id_status_voided_at__idx" ON "deployments"("organization_id", "started_at", "id", "status", "voided_at", "production");
