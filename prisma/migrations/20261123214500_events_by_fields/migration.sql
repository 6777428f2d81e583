-- The latest event of a deployment with each combination of optional fields: the state follows from these alone, however
-- many there are. As `eventFields` says.
DROP INDEX "deployment_events_deployment_id_instant_progress_id_idx";
CREATE INDEX "deployment_events_fields_idx" ON "deployment_events"("deployment_id", (
    (("service" IS NOT NULL)::int << 0) | (("branch" IS NOT NULL)::int << 1) | (("triggered_by" IS NOT NULL)::int << 2)
    | (("pipeline_name" IS NOT NULL)::int << 3) | (("previous_commit_sha" IS NOT NULL)::int << 4)
    | (("pipeline_url" IS NOT NULL)::int << 5) | (("metadata" IS NOT NULL)::int << 6)
    | (("raw_payload" IS NOT NULL)::int << 7)), "instant", "progress", "id");
