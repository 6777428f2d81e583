-- When a person said that a deployment did not fail although a pull request of it was reverted.
ALTER TABLE "deployments" ADD COLUMN "revert_dismissed_at" TIMESTAMPTZ(3);

-- Pull requests that revert others, few of all: they are looked for by when they were merged.
CREATE INDEX "pull_requests_reverts" ON "pull_requests" ("organization_id", "merged_at") WHERE "title" LIKE 'Revert "%';
