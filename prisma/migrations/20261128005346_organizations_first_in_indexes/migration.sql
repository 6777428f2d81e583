-- Whatever is found of an organization is found by the organization first, also by repository, deployment or destination:
-- statements compare it as a column, and the index that is in their order is the only one that fits.

-- DropIndex
DROP INDEX "annotated_tags_repository_id_idx";

-- CreateIndex
CREATE INDEX "annotated_tags_organization_id_repository_id_idx" ON "annotated_tags"("organization_id", "repository_id");

-- DropIndex
DROP INDEX "commits_repository_id_generation_idx";

-- CreateIndex
CREATE INDEX "commits_organization_id_repository_id_generation_idx" ON "commits"("organization_id", "repository_id", "generation");

-- DropIndex
DROP INDEX "first_deployments_deployment_id_idx";

-- CreateIndex
CREATE INDEX "first_deployments_organization_id_deployment_id_idx" ON "first_deployments"("organization_id", "deployment_id");

-- DropIndex
DROP INDEX "incident_notes_deployment_id_id_idx";

-- CreateIndex
CREATE INDEX "incident_notes_organization_id_deployment_id_id_idx" ON "incident_notes"("organization_id", "deployment_id", "id");

-- DropIndex
DROP INDEX "notifications_destination_id_created_at_idx";

-- CreateIndex
CREATE INDEX "notifications_organization_id_destination_id_created_at_idx" ON "notifications"("organization_id", "destination_id", "created_at");

-- DropIndex
DROP INDEX "pull_requests_repository_id_base_branch_merged_at_idx";

-- CreateIndex
CREATE INDEX "pull_requests_organization_id_repository_id_base_branch_mer_idx" ON "pull_requests"("organization_id", "repository_id", "base_branch", "merged_at");

-- DropIndex
DROP INDEX "service_paths_repository_id_idx";

-- CreateIndex
CREATE INDEX "service_paths_organization_id_repository_id_idx" ON "service_paths"("organization_id", "repository_id");

-- What the schema cannot describe, under the names that it had.

DROP INDEX "deployment_events_fields_idx";
CREATE INDEX "deployment_events_fields_idx" ON "deployment_events"("organization_id", "deployment_id", (
    (("service" IS NOT NULL)::int << 0) | (("branch" IS NOT NULL)::int << 1) | (("triggered_by" IS NOT NULL)::int << 2)
    | (("pipeline_name" IS NOT NULL)::int << 3) | (("previous_commit_sha" IS NOT NULL)::int << 4)
    | (("pipeline_url" IS NOT NULL)::int << 5) | (("metadata" IS NOT NULL)::int << 6)
    | (("raw_payload" IS NOT NULL)::int << 7)), "instant", "progress", "id");

DROP INDEX "deployments_base_deployment_id_idx";
CREATE INDEX "deployments_base_deployment_id_idx" ON "deployments"("organization_id", "base_deployment_id")
    WHERE "base_deployment_id" IS NOT NULL;

DROP INDEX "deployments_first_idx";
CREATE INDEX "deployments_first_idx"
    ON "deployments"("organization_id", "repository_id", (coalesce("service_key", '')), "completed_at", "id")
    WHERE "production" AND "status" = 'success' AND "voided_at" IS NULL AND "completed_at" IS NOT NULL
        AND "repository_id" IS NOT NULL;

DROP INDEX "deployments_repository_id_generation_idx";
CREATE INDEX "deployments_repository_id_generation_idx" ON "deployments"("organization_id", "repository_id", "generation")
    WHERE "repository_id" IS NOT NULL;

DROP INDEX "deployments_repository_id_status_completed_at_idx";
CREATE INDEX "deployments_repository_id_status_completed_at_idx"
    ON "deployments"("organization_id", "repository_id", "status", "completed_at") WHERE "repository_id" IS NOT NULL;

DROP INDEX "deployments_stream_idx";
CREATE INDEX "deployments_stream_idx"
    ON "deployments"("organization_id", "repository_id", coalesce("service_key", ''), "environment_key", "status",
        "completed_at", "id", "started_at")
    WHERE "production" AND "status" IN ('success', 'rolled_back') AND "voided_at" IS NULL AND "repository_id" IS NOT NULL;

DROP INDEX "deployments_unsettled_idx";
CREATE INDEX "deployments_unsettled_idx" ON "deployments"("organization_id", "repository_id") WHERE NOT "settled";

DROP INDEX "notifications_pending_idx";
CREATE INDEX "notifications_pending_idx" ON "notifications"("organization_id", "destination_id", "due_at")
    WHERE "state" = 'pending';

DROP INDEX "pull_requests_repository_list_idx";
CREATE INDEX "pull_requests_repository_list_idx"
    ON "pull_requests"("organization_id", "repository_id",
        coalesce("merged_at", "closed_at", "opened_at", to_timestamp(0)), "id");
