-- A range begins at the last success where the previous commit that was sent is that of a deployment that did not stay one.
-- That replaces links that were carried from a rolled-back deployment to a later one: they stay until those that have them
-- are linked again. So are those whose previous commit is that of a deployment of the same service and environment that
-- failed, was cancelled or was rolled back.
INSERT INTO "pending_links" ("deployment_id", "organization_id")
SELECT d."id", d."organization_id" FROM "deployments" d
WHERE d."id" IN (
    SELECT "deployment_id" FROM "deployment_pull_requests" WHERE "carried_from_id" IS NOT NULL
    UNION
    SELECT d."id" FROM "deployments" d JOIN "deployments" failed
        ON failed."organization_id" = d."organization_id" AND failed."environment_key" = d."environment_key"
        AND coalesce(failed."service_key", '') = coalesce(d."service_key", '')
        AND left(lower(failed."commit_sha"), 5) = left(lower(d."previous_commit_sha"), 5)
    WHERE d."production" AND d."voided_at" IS NULL AND d."status" IN ('success', 'rolled_back')
        AND failed."production" AND failed."voided_at" IS NULL
        AND failed."status" IN ('failure', 'cancelled', 'rolled_back')
        AND (starts_with(lower(failed."commit_sha"), lower(d."previous_commit_sha"))
            OR starts_with(lower(d."previous_commit_sha"), lower(failed."commit_sha"))));

ALTER TABLE "deployment_pull_requests" DROP COLUMN "carried_from_id";

-- Those that name a commit as previous. What is longer than a SHA is none.
CREATE INDEX "deployments_previous_commit_sha_prefix_idx"
    ON "deployments"("organization_id", lower("previous_commit_sha") text_pattern_ops)
    WHERE "production" AND "voided_at" IS NULL AND "status" IN ('success', 'failure', 'cancelled', 'rolled_back')
        AND length("previous_commit_sha") <= 40;
