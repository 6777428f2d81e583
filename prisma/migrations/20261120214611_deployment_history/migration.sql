-- Both are trusted extensions: the owner of the database may create them.
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- DropIndex
DROP INDEX "deployments_organization_id_started_at_id_idx";

-- CreateIndex
CREATE INDEX "deployments_organization_id_started_at_id_status_idx" ON "deployments"("organization_id", "started_at", "id", "status");

-- CreateIndex
CREATE INDEX "deployments_organization_id_environment_started_at_id_idx" ON "deployments"("organization_id", "environment", "started_at", "id");

-- CreateIndex
CREATE INDEX "deployments_organization_id_service_started_at_id_idx" ON "deployments"("organization_id", "service", "started_at", "id");

-- CreateIndex
CREATE INDEX "deployments_organization_id_branch_started_at_id_idx" ON "deployments"("organization_id", "branch", "started_at", "id");

-- CreateIndex
CREATE INDEX "deployments_organization_id_triggered_by_started_at_id_idx" ON "deployments"("organization_id", "triggered_by", "started_at", "id");

-- CreateIndex
CREATE INDEX "deployments_text_idx" ON "deployments" USING GIN ("service" gin_trgm_ops, "branch" gin_trgm_ops, "triggered_by" gin_trgm_ops, "pipeline_name" gin_trgm_ops)
    -- What piles up is sorted in by the event that fills the list: in small portions, none has to wait long.
    WITH (gin_pending_list_limit = 512);

-- Beginnings of ids and commits, in any case and under any collation.
CREATE INDEX "deployments_external_id_prefix_idx" ON "deployments"("organization_id", lower("external_id") text_pattern_ops);
CREATE INDEX "deployments_commit_sha_prefix_idx" ON "deployments"("organization_id", lower("commit_sha") text_pattern_ops);

-- Combinations of values. Prisma takes default operator classes of a GIN index for a difference; it overlooks an index
-- with an expression in it, hence the cast.
CREATE INDEX "deployments_values_idx" ON "deployments" USING GIN (("organization_id"::bigint), "environment", "service", "status", "branch", "triggered_by")
    WITH (gin_pending_list_limit = 512);
