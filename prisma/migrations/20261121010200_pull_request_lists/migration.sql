-- Lists in order of the last thing that happened to a pull request: its merge, else its end, else its beginning.
CREATE INDEX "pull_requests_list_idx" ON "pull_requests"("organization_id", coalesce("merged_at", "closed_at", "opened_at", to_timestamp(0)), "id");
CREATE INDEX "pull_requests_repository_list_idx" ON "pull_requests"("repository_id", coalesce("merged_at", "closed_at", "opened_at", to_timestamp(0)), "id");
CREATE INDEX "pull_requests_author_list_idx" ON "pull_requests"("organization_id", left("author", 200), coalesce("merged_at", "closed_at", "opened_at", to_timestamp(0)), "id");
CREATE INDEX "pull_requests_open_list_idx" ON "pull_requests"("organization_id", coalesce("merged_at", "closed_at", "opened_at", to_timestamp(0)), "id")
    WHERE "state" = 'open';
CREATE INDEX "pull_requests_closed_list_idx" ON "pull_requests"("organization_id", coalesce("merged_at", "closed_at", "opened_at", to_timestamp(0)), "id")
    WHERE "state" = 'closed';

-- CreateIndex
CREATE INDEX "pull_requests_title_idx" ON "pull_requests" USING GIN ("title" gin_trgm_ops)
    WITH (gin_pending_list_limit = 512);
