-- Successes of one service in order of completion. Few events are successes in production, so it costs the others
-- nothing.
CREATE INDEX "deployments_stream_idx" ON "deployments"("repository_id", left(lower(btrim("service", E' \t\r\n')), 200), "completed_at", "id")
    WHERE "production" AND "status" = 'success' AND "voided_at" IS NULL;

-- The activity of an organization leaves out what was voided.
-- DropIndex
DROP INDEX "deployments_organization_id_started_at_id_status_idx";

-- CreateIndex
CREATE INDEX "deployments_organization_id_started_at_id_status_voided_at_idx" ON "deployments"("organization_id", "started_at", "id", "status", "voided_at");

-- Those that commits still to come may change.
CREATE INDEX "deployments_unsettled_idx" ON "deployments"("repository_id") WHERE NOT "settled";

-- CreateTable
CREATE TABLE "pending_links" (
    "deployment_id" BIGINT NOT NULL,
    "organization_id" INTEGER NOT NULL,

    CONSTRAINT "pending_links_pkey" PRIMARY KEY ("deployment_id")
);

-- CreateIndex
CREATE INDEX "pending_links_organization_id_idx" ON "pending_links"("organization_id");

-- AddForeignKey
ALTER TABLE "pending_links" ADD CONSTRAINT "pending_links_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
