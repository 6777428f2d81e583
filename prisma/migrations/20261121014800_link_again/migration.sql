-- Also for what follows a deployment: successes and rolled-back ones.
DROP INDEX "deployments_stream_idx";
CREATE INDEX "deployments_stream_idx" ON "deployments"("repository_id", left(lower(btrim("service", E' \t\r\n')), 200), "completed_at", "id")
    WHERE "production" AND "status" IN ('success', 'rolled_back') AND "voided_at" IS NULL;

-- What was linked before ranges and commits were kept is linked again, in the background.
INSERT INTO "pending_links" ("deployment_id", "organization_id")
SELECT "id", "organization_id" FROM "deployments"
WHERE "production" AND "status" IN ('success', 'rolled_back') AND "voided_at" IS NULL
    AND "resolved_sha" IS NOT NULL AND "generation" IS NULL
ON CONFLICT DO NOTHING;
