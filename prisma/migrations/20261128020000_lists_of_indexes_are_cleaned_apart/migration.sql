-- No event sorts the pending entries of others in: a worker does it every few seconds (lib/db/clean-pending-lists.ts).
ALTER INDEX "pull_requests_title_idx" SET (gin_pending_list_limit = 262144);
ALTER INDEX "deployments_values_idx" SET (gin_pending_list_limit = 262144);
ALTER INDEX "deployments_text_idx" SET (gin_pending_list_limit = 262144);
