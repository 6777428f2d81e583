-- Both are trusted extensions: the owner of the database may create them.
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- DropIndex
DROP INDEX "deployments_organization_id_started_at_id_idx";

-- CreateIndex
CREATE INDEX "deployments_organization_id_started_at_id_status_idx" ON "deployments"("organization_id", "started_at", "id", "status");

-- The history of one value. An index entry has room for some 2,700 bytes, a value may be longer: its beginning decides.
CREATE INDEX "deployments_environment_history_idx" ON "deployments"("organization_id", left("environment", 200), "started_at", "id");
CREATE INDEX "deployments_service_history_idx" ON "deployments"("organization_id", left("service", 200), "started_at", "id");
CREATE INDEX "deployments_branch_history_idx" ON "deployments"("organization_id", left("branch", 200), "started_at", "id");
CREATE INDEX "deployments_triggered_by_history_idx" ON "deployments"("organization_id", left("triggered_by", 200), "started_at", "id");

-- CreateIndex
CREATE INDEX "deployments_text_idx" ON "deployments" USING GIN ("service" gin_trgm_ops, "branch" gin_trgm_ops, "triggered_by" gin_trgm_ops, "pipeline_name" gin_trgm_ops)
    -- What piles up is sorted in by the event that fills the list: in small portions, none has to wait long.
    WITH (gin_pending_list_limit = 512);

-- Beginnings of ids and commits, in any case and under any collation.
CREATE INDEX "deployments_external_id_prefix_idx" ON "deployments"("organization_id", lower("external_id") text_pattern_ops);
CREATE INDEX "deployments_commit_sha_prefix_idx" ON "deployments"("organization_id", lower("commit_sha") text_pattern_ops);

-- Combinations of values. Prisma takes default operator classes of a GIN index for a difference; it overlooks an index
-- with an expression in it, hence the cast.
CREATE INDEX "deployments_values_idx" ON "deployments" USING GIN (("organization_id"::bigint), left("environment", 200), left("service", 200), "status", left("branch", 200), left("triggered_by", 200))
    WITH (gin_pending_list_limit = 512);
