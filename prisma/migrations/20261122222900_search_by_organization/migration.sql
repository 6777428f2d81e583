-- A text that another organization has very often must not be read through. The cast to text is
-- one that no other index has, so that none of them is taken for all rows of the organization.
DROP INDEX "deployments_text_idx";
CREATE INDEX "deployments_text_idx" ON "deployments" USING GIN (("organization_id"::text), "service" gin_trgm_ops, "branch" gin_trgm_ops, "triggered_by" gin_trgm_ops, "pipeline_name" gin_trgm_ops)
    WITH (gin_pending_list_limit = 512);

DROP INDEX "pull_requests_title_idx";
CREATE INDEX "pull_requests_title_idx" ON "pull_requests" USING GIN (("organization_id"::text), "title" gin_trgm_ops)
    WITH (gin_pending_list_limit = 512);
