-- Of long texts only the beginning is searched: every three letters in a row are an entry, and thousands of an event left
-- lists behind that took the searches of all organizations for half an hour.
DROP INDEX "deployments_text_idx";
CREATE INDEX "deployments_text_idx" ON "deployments" USING GIN (("organization_id"::text), left("service", 100) gin_trgm_ops, left("branch", 100) gin_trgm_ops, left("triggered_by", 100) gin_trgm_ops, left("pipeline_name", 100) gin_trgm_ops)
    WITH (gin_pending_list_limit = 262144);
DROP INDEX "pull_requests_title_idx";
CREATE INDEX "pull_requests_title_idx" ON "pull_requests" USING GIN (("organization_id"::text), left("title", 250) gin_trgm_ops)
    WITH (gin_pending_list_limit = 262144);

-- Autovacuum sorts these lists as well, and keeps the worker from it meanwhile: it does not rest while it does.
ALTER TABLE "deployments" SET (autovacuum_vacuum_cost_delay = 0);
ALTER TABLE "pull_requests" SET (autovacuum_vacuum_cost_delay = 0);
