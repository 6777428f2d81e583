-- Both are trusted extensions: the owner of the database may create them.
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TYPE "plan" AS ENUM ('free', 'business', 'enterprise');
CREATE TYPE "role" AS ENUM ('owner', 'manager', 'member');
CREATE TYPE "key_scope" AS ENUM ('ingest', 'read');
CREATE TYPE "host" AS ENUM ('github', 'gitlab');
CREATE TYPE "pull_request_state" AS ENUM ('open', 'closed', 'merged');
CREATE TYPE "sync_state" AS ENUM ('queued', 'running', 'done', 'failed');
CREATE TYPE "deployment_status" AS ENUM ('pending', 'in_progress', 'success', 'failure', 'cancelled', 'rolled_back');

-- Milliseconds since 1970; NaN for none.
CREATE FUNCTION instant_fact(at TIMESTAMPTZ) RETURNS BYTEA LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN float8send(coalesce(round(date_part('epoch', at AT TIME ZONE 'UTC') * 1000), 'NaN'));

-- Null when either is unknown, or negative: one negative size would fail every report.
CREATE FUNCTION changed_lines(additions INTEGER, deletions INTEGER) RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN additions >= 0 AND deletions >= 0 THEN additions::bigint + deletions END;

CREATE TABLE "organizations" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "plan" "plan" NOT NULL DEFAULT 'free',
    "trial_started_at" TIMESTAMPTZ(3),
    "trial_ends_at" TIMESTAMPTZ(3),
    "production_names" TEXT[] DEFAULT ARRAY['production']::TEXT[],
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "lead_time_from" TEXT NOT NULL DEFAULT 'merge',
    "rolled_back_fails" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "organizations_lead_time_from_check" CHECK ("lead_time_from" IN ('merge', 'first-commit'))
);

CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "email_confirmed_at" TIMESTAMPTZ(3),
    "name" TEXT,
    "password_hash" TEXT,
    "password_set_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "accounts" (
    "provider" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("provider","provider_account_id")
);

CREATE TABLE "sessions" (
    "id" SERIAL NOT NULL,
    "token_hash" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "device" TEXT NOT NULL,
    "signed_in_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "memberships" (
    "organization_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "role" "role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("organization_id","user_id")
);

CREATE TABLE "invitations" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "role" "role" NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" INTEGER,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "accepted_by_id" INTEGER,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "stored_bytes" (
    "organization_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "bytes" BIGINT NOT NULL,
    "synced_bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "stored_bytes_pkey" PRIMARY KEY ("organization_id","day")
);

CREATE TABLE "api_keys" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "scope" "key_scope" NOT NULL DEFAULT 'ingest',
    "display" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" INTEGER,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_by_id" INTEGER,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "repositories" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "full_name" TEXT NOT NULL,
    "full_name_key" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "aliases" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "default_branch" TEXT,
    "imported_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "connection_id" INTEGER,
    "host_id" TEXT,
    "web_url" TEXT,
    "monitored" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "repositories_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "commits" (
    "organization_id" INTEGER NOT NULL,
    "repository_id" INTEGER NOT NULL,
    "sha" TEXT NOT NULL,
    "parents" TEXT[],
    "author_name" TEXT NOT NULL,
    "authored_at" TIMESTAMPTZ(0) NOT NULL,
    "committed_at" TIMESTAMPTZ(0) NOT NULL,
    "generation" BIGINT NOT NULL,
    "pull_request_number" INTEGER,

    CONSTRAINT "commits_pkey" PRIMARY KEY ("organization_id","sha","repository_id")
);

CREATE TABLE "service_paths" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "repository_id" INTEGER NOT NULL,
    "name_key" TEXT NOT NULL,
    "globs" TEXT[],

    CONSTRAINT "service_paths_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "service_teams" (
    "organization_id" INTEGER NOT NULL,
    "service_key" TEXT NOT NULL,
    "team" TEXT NOT NULL,

    CONSTRAINT "service_teams_pkey" PRIMARY KEY ("organization_id","service_key")
);

CREATE TABLE "host_connections" (
    "id" SERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "host" "host" NOT NULL,
    "base_url" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "app_id" TEXT,
    "app_slug" TEXT,
    "installation_id" TEXT,
    "sealed_secrets" TEXT NOT NULL,
    "takes_deployments" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" INTEGER,
    "problem" TEXT,
    "problem_at" TIMESTAMPTZ(3),
    "last_delivery_at" TIMESTAMPTZ(3),

    CONSTRAINT "host_connections_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "host_deliveries" (
    "connection_id" INTEGER NOT NULL,
    "delivery_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "permanent" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "host_deliveries_pkey" PRIMARY KEY ("connection_id","delivery_id")
);

CREATE TABLE "repository_syncs" (
    "repository_id" INTEGER NOT NULL,
    "state" "sync_state" NOT NULL DEFAULT 'queued',
    "phase" TEXT,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER,
    "cursor" JSONB,
    "again" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT,
    "not_before" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "leased_until" TIMESTAMPTZ(3),
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "repository_syncs_pkey" PRIMARY KEY ("repository_id")
);

CREATE TABLE "link_changes" (
    "repository_id" INTEGER NOT NULL,
    "sha" TEXT NOT NULL,
    "merges" BOOLEAN NOT NULL,

    CONSTRAINT "link_changes_pkey" PRIMARY KEY ("repository_id","sha","merges")
);

-- Each mark is a row of its own, so that marking a deployment never waits for the process that is linking it.
CREATE TABLE "pending_links" (
    "id" BIGSERIAL NOT NULL,
    "deployment_id" BIGINT NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "created" BOOLEAN NOT NULL DEFAULT false,
    "restated" BOOLEAN NOT NULL DEFAULT false,
    "unfolded" BOOLEAN NOT NULL DEFAULT false,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "not_before" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pending_links_pkey" PRIMARY KEY ("id")
);

-- The trial of an organization whose row was locked when its first event came.
CREATE TABLE "pending_trials" (
    "organization_id" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pending_trials_pkey" PRIMARY KEY ("organization_id")
);

CREATE TABLE "audit_entries" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" INTEGER,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "subject_id" TEXT,
    "details" JSONB,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "annotated_tags" (
    "organization_id" INTEGER NOT NULL,
    "repository_id" INTEGER NOT NULL,
    "sha" TEXT NOT NULL,
    "commit_sha" TEXT NOT NULL,

    CONSTRAINT "annotated_tags_pkey" PRIMARY KEY ("organization_id","sha","repository_id")
);

-- Reports read the `facts` of a row as one value: numbers in the binary form of float8, eight bytes each, NaN for unknown,
-- those that are read most first. Concatenating the values of all rows of a period costs a third of what columns cost.
--
-- Reports read new rows from an index alone once a vacuum has seen them: in the four tables below that have the setting,
-- it comes after inserts of 2 % of the table, not 20.
CREATE TABLE "pull_requests" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "repository_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "author" TEXT,
    "base_branch" TEXT NOT NULL,
    "merged_at" TIMESTAMPTZ(3),
    "merge_commit_sha" TEXT,
    "head_commit_sha" TEXT,
    "first_commit_sha" TEXT,
    "first_commit_at" TIMESTAMPTZ(3),
    "state" "pull_request_state" NOT NULL DEFAULT 'merged',
    "opened_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "first_review_at" TIMESTAMPTZ(3),
    "additions" INTEGER,
    "deletions" INTEGER,
    "paths" TEXT[],
    "paths_known" BOOLEAN NOT NULL DEFAULT false,
    "web_url" TEXT,
    "host_updated_at" TIMESTAMPTZ(3),
    -- merged, opened, first review, changed lines, pull request
    "facts" BYTEA GENERATED ALWAYS AS (
        instant_fact("merged_at") || instant_fact("opened_at") || instant_fact("first_review_at")
        || float8send(coalesce(changed_lines("additions", "deletions")::float8, 'NaN')) || float8send("id"::float8)) STORED,

    CONSTRAINT "pull_requests_pkey" PRIMARY KEY ("id")
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);

CREATE TABLE "deployments" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "external_id" TEXT NOT NULL,
    "commit_sha" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "production" BOOLEAN NOT NULL,
    "status" "deployment_status" NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),
    "service" TEXT,
    "branch" TEXT,
    "triggered_by" TEXT,
    "pipeline_name" TEXT,
    "previous_commit_sha" TEXT,
    "pipeline_url" TEXT,
    "metadata" JSONB,
    "raw_payload" JSONB,
    "instant" TIMESTAMPTZ(3) NOT NULL,
    "progress" SMALLINT NOT NULL,
    "repository_id" INTEGER,
    "resolved_sha" TEXT,
    "generation" BIGINT,
    "base_sha" TEXT,
    "base_deployment_id" BIGINT,
    "commit_count" INTEGER,
    "settled" BOOLEAN NOT NULL DEFAULT true,
    "unlinked_reason" TEXT,
    "service_correction" TEXT,
    "environment_correction" TEXT,
    "voided_at" TIMESTAMPTZ(3),
    "voided_reason" TEXT,
    "voided_by_id" INTEGER,
    -- As metrics group them. With COLLATE "C" only A to Z have a lower case, in every database.
    "service_key" TEXT GENERATED ALWAYS AS (
        btrim(left(lower(btrim("service", E' \t\r\n') COLLATE "C"), 200), E' \t\r\n')) STORED,
    "environment_key" TEXT GENERATED ALWAYS AS (
        btrim(left(lower(btrim("environment", E' \t\r\n') COLLATE "C"), 200), E' \t\r\n')) STORED,
    -- deployment, completed, status as its place in success, failure, cancelled, rolled_back
    "facts" BYTEA GENERATED ALWAYS AS (
        CASE WHEN "production" AND "completed_at" IS NOT NULL
            AND "status" IN ('success', 'failure', 'cancelled', 'rolled_back') THEN
            float8send("id"::float8) || instant_fact("completed_at")
            || float8send(CASE "status" WHEN 'success' THEN 0 WHEN 'failure' THEN 1 WHEN 'cancelled' THEN 2 ELSE 3 END)
        END) STORED,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deployments_pkey" PRIMARY KEY ("id")
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);

CREATE TABLE "deployment_events" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "deployment_id" BIGINT NOT NULL,
    "api_key_id" INTEGER,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "commit_sha" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "status" "deployment_status" NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),
    "service" TEXT,
    "branch" TEXT,
    "triggered_by" TEXT,
    "pipeline_name" TEXT,
    "previous_commit_sha" TEXT,
    "pipeline_url" TEXT,
    "metadata" JSONB,
    "raw_payload" JSONB,
    -- The timeline compares what events carry: reading it took seconds for hundreds of long ones.
    "metadata_digest" TEXT GENERATED ALWAYS AS (md5("metadata"::text)) STORED,
    "raw_payload_digest" TEXT GENERATED ALWAYS AS (md5("raw_payload"::text)) STORED,
    "instant" TIMESTAMPTZ(3) NOT NULL,
    "progress" SMALLINT NOT NULL,

    CONSTRAINT "deployment_events_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "deployment_pull_requests" (
    "organization_id" INTEGER NOT NULL,
    "deployment_id" BIGINT NOT NULL,
    "pull_request_id" INTEGER NOT NULL,
    "method" TEXT NOT NULL,
    "lead_time_seconds" INTEGER NOT NULL,
    "carried_from_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deployment_pull_requests_pkey" PRIMARY KEY ("deployment_id","pull_request_id")
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);

CREATE TABLE "deliveries" (
    "pull_request_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "repository_id" INTEGER NOT NULL,
    "deployment_id" BIGINT NOT NULL,
    "delivered_at" TIMESTAMPTZ(3) NOT NULL,
    "service_key" TEXT,
    "environment_key" TEXT NOT NULL,
    "merged_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3),
    "first_commit_at" TIMESTAMPTZ(3),
    "changed_lines" BIGINT,
    -- delivered, merged, opened, first commit, pull request, deployment, changed lines. Those come last: what reads less
    -- than all of it reads as much as before.
    "facts" BYTEA GENERATED ALWAYS AS (
        instant_fact("delivered_at") || instant_fact("merged_at")
        || instant_fact("opened_at") || instant_fact("first_commit_at")
        || float8send("pull_request_id"::float8) || float8send("deployment_id"::float8)
        || float8send(coalesce("changed_lines"::float8, 'NaN'))) STORED,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("pull_request_id")
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);

CREATE TABLE "first_deployments" (
    "repository_id" INTEGER NOT NULL,
    "service_key" TEXT NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "deployment_id" BIGINT NOT NULL,
    "completed_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_sha" TEXT,
    "generation" BIGINT,

    CONSTRAINT "first_deployments_pkey" PRIMARY KEY ("repository_id","service_key")
);

CREATE TABLE "live_before" (
    "pull_request_id" INTEGER NOT NULL,
    "service_key" TEXT NOT NULL,
    "repository_id" INTEGER NOT NULL,

    CONSTRAINT "live_before_pkey" PRIMARY KEY ("pull_request_id","service_key")
);

CREATE TABLE "stale_first_deployments" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "repository_id" INTEGER NOT NULL,

    CONSTRAINT "stale_first_deployments_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "deployment_commits" (
    "organization_id" INTEGER NOT NULL,
    "deployment_id" BIGINT NOT NULL,
    "sha" TEXT NOT NULL,
    "lead_time_seconds" INTEGER NOT NULL,

    CONSTRAINT "deployment_commits_pkey" PRIMARY KEY ("deployment_id","sha")
);

CREATE TABLE "webhook_requests" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "api_key_id" INTEGER,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT NOT NULL,
    "external_id" TEXT,
    "deployment_id" BIGINT,
    "status_code" SMALLINT NOT NULL,
    "outcome" TEXT NOT NULL,
    "repeats" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "webhook_requests_pkey" PRIMARY KEY ("organization_id","id")
);

-- `facts` are never moved out of their row.
ALTER TABLE "deployments" ALTER COLUMN "facts" SET STORAGE MAIN;
ALTER TABLE "pull_requests" ALTER COLUMN "facts" SET STORAGE MAIN;
ALTER TABLE "deliveries" ALTER COLUMN "facts" SET STORAGE MAIN;

-- A delivery has no reference to its organization: it goes with its pull request, and checking both for every link costs
-- time.
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_revoked_by_id_fkey" FOREIGN KEY ("revoked_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "repositories" ADD CONSTRAINT "repositories_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "commits" ADD CONSTRAINT "commits_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "commits" ADD CONSTRAINT "commits_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "annotated_tags" ADD CONSTRAINT "annotated_tags_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "annotated_tags" ADD CONSTRAINT "annotated_tags_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "pull_requests" ADD CONSTRAINT "pull_requests_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "pull_requests" ADD CONSTRAINT "pull_requests_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "deployment_events" ADD CONSTRAINT "deployment_events_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deployment_pull_requests" ADD CONSTRAINT "deployment_pull_requests_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deployment_pull_requests" ADD CONSTRAINT "deployment_pull_requests_carried_from_id_fkey" FOREIGN KEY ("carried_from_id") REFERENCES "deployments"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "deployment_pull_requests" ADD CONSTRAINT "deployment_pull_requests_pull_request_id_fkey" FOREIGN KEY ("pull_request_id") REFERENCES "pull_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_id_fkey" FOREIGN KEY ("accepted_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "webhook_requests" ADD CONSTRAINT "webhook_requests_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "repositories" ADD CONSTRAINT "repositories_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "host_connections"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "service_paths" ADD CONSTRAINT "service_paths_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "service_paths" ADD CONSTRAINT "service_paths_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "host_connections" ADD CONSTRAINT "host_connections_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "host_connections" ADD CONSTRAINT "host_connections_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "host_deliveries" ADD CONSTRAINT "host_deliveries_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "host_connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "repository_syncs" ADD CONSTRAINT "repository_syncs_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "link_changes" ADD CONSTRAINT "link_changes_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_voided_by_id_fkey" FOREIGN KEY ("voided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "deployment_commits" ADD CONSTRAINT "deployment_commits_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "pending_links" ADD CONSTRAINT "pending_links_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "service_teams" ADD CONSTRAINT "service_teams_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_pull_request_id_fkey" FOREIGN KEY ("pull_request_id") REFERENCES "pull_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "first_deployments" ADD CONSTRAINT "first_deployments_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "live_before" ADD CONSTRAINT "live_before_pull_request_id_fkey" FOREIGN KEY ("pull_request_id") REFERENCES "pull_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "stale_first_deployments" ADD CONSTRAINT "stale_first_deployments_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "stored_bytes" ADD CONSTRAINT "stored_bytes_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "pending_trials" ADD CONSTRAINT "pending_trials_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A pull request is delivered by the earliest deployment to production that is a success now and is linked to it. One that is
-- not merged has no delivery, whatever is linked to it: a host may know better than git did.
CREATE FUNCTION refresh_deliveries(pull_request_ids INTEGER[]) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    WITH ids AS MATERIALIZED (
        SELECT DISTINCT unnest(pull_request_ids) AS id
    ), earliest AS MATERIALIZED (
        SELECT DISTINCT ON (p.id) p.id AS pull_request_id, p.organization_id, p.repository_id, d.id AS deployment_id,
            d.completed_at, d.service_key, d.environment_key, p.merged_at, p.opened_at, p.first_commit_at,
            changed_lines(p.additions, p.deletions)
        FROM ids
        JOIN pull_requests p ON p.id = ids.id
        JOIN deployment_pull_requests l ON l.pull_request_id = ids.id
        JOIN deployments d ON d.id = l.deployment_id
        WHERE d.production AND d.status = 'success' AND d.voided_at IS NULL AND d.completed_at IS NOT NULL
            AND p.merged_at IS NOT NULL
        ORDER BY p.id, d.completed_at, d.id
    ), gone AS (
        DELETE FROM deliveries WHERE pull_request_id IN (
            SELECT id FROM ids EXCEPT SELECT e.pull_request_id FROM earliest e)
    )
    INSERT INTO deliveries AS stored (pull_request_id, organization_id, repository_id, deployment_id, delivered_at,
        service_key, environment_key, merged_at, opened_at, first_commit_at, changed_lines)
    SELECT e.pull_request_id, e.organization_id, e.repository_id, e.deployment_id, e.completed_at,
        e.service_key, e.environment_key, e.merged_at, e.opened_at, e.first_commit_at, e.changed_lines
    FROM earliest e
    ON CONFLICT (pull_request_id) DO UPDATE SET repository_id = excluded.repository_id,
        deployment_id = excluded.deployment_id, delivered_at = excluded.delivered_at,
        service_key = excluded.service_key, environment_key = excluded.environment_key,
        merged_at = excluded.merged_at, opened_at = excluded.opened_at, first_commit_at = excluded.first_commit_at,
        changed_lines = excluded.changed_lines
    WHERE stored IS DISTINCT FROM excluded;
END $$;

-- A new link can only make a delivery earlier, and only the link that delivers can take one away, so the other links of a
-- pull request need not be read. Changing links requires the lock of their repository. Each row is looked up by its id,
-- however many links there are: a plan that was made for many must not be kept for one.
CREATE FUNCTION deliver_added_links() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO deliveries AS stored (pull_request_id, organization_id, repository_id, deployment_id, delivered_at,
        service_key, environment_key, merged_at, opened_at, first_commit_at, changed_lines)
    SELECT DISTINCT ON (p.id) p.id, p.organization_id, p.repository_id, d.id, d.completed_at,
        d.service_key, d.environment_key, p.merged_at, p.opened_at, p.first_commit_at,
        changed_lines(p.additions, p.deletions)
    FROM changed l
    CROSS JOIN LATERAL (SELECT * FROM deployments WHERE id = l.deployment_id OFFSET 0) d
    CROSS JOIN LATERAL (SELECT * FROM pull_requests WHERE id = l.pull_request_id OFFSET 0) p
    WHERE d.production AND d.status = 'success' AND d.voided_at IS NULL AND d.completed_at IS NOT NULL
        AND p.merged_at IS NOT NULL
    ORDER BY p.id, d.completed_at, d.id
    ON CONFLICT (pull_request_id) DO UPDATE SET repository_id = excluded.repository_id,
        deployment_id = excluded.deployment_id, delivered_at = excluded.delivered_at,
        service_key = excluded.service_key, environment_key = excluded.environment_key,
        merged_at = excluded.merged_at, opened_at = excluded.opened_at, first_commit_at = excluded.first_commit_at,
        changed_lines = excluded.changed_lines
    WHERE (excluded.delivered_at, excluded.deployment_id) < (stored.delivered_at, stored.deployment_id);
    RETURN NULL;
END $$;

CREATE TRIGGER links_added AFTER INSERT ON "deployment_pull_requests"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION deliver_added_links();

CREATE FUNCTION refresh_deliveries_of_removed_links() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    delivered INTEGER[] := ARRAY(
        SELECT l.pull_request_id FROM changed l
        CROSS JOIN LATERAL (SELECT * FROM deliveries WHERE pull_request_id = l.pull_request_id OFFSET 0) stored
        WHERE stored.deployment_id = l.deployment_id);
BEGIN
    IF delivered <> '{}' THEN
        PERFORM refresh_deliveries(delivered);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER links_removed AFTER DELETE ON "deployment_pull_requests"
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_deliveries_of_removed_links();

-- At the end of the transaction: only then it is sure to hold the lock of the repository. An event that is stored before it
-- is linked does not hold it; linking refreshes what that event delivers, under the lock.
CREATE FUNCTION refresh_deliveries_of_deployment() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM pending_links WHERE deployment_id = NEW.id AND restated) THEN
        RETURN NULL;
    END IF;
    PERFORM refresh_deliveries(ARRAY(
        SELECT pull_request_id FROM deployment_pull_requests WHERE deployment_id = NEW.id));
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER deployment_changed AFTER UPDATE ON "deployments" DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW
    WHEN (OLD.production AND OLD.status IN ('success', 'rolled_back')
        AND (OLD.production, OLD.status, OLD.completed_at, OLD.voided_at, OLD.service, OLD.environment)
            IS DISTINCT FROM (NEW.production, NEW.status, NEW.completed_at, NEW.voided_at, NEW.service, NEW.environment))
    EXECUTE FUNCTION refresh_deliveries_of_deployment();

-- Under the lock of the repository, as linking is, and at the end of the transaction: nothing else is locked after it.
CREATE FUNCTION refresh_deliveries_of_pull_request() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(5323462, NEW.repository_id);
    PERFORM refresh_deliveries(ARRAY[NEW.id]);
    RETURN NULL;
END $$;

-- The size of what is not merged yet changes with every push, and is in no delivery.
CREATE CONSTRAINT TRIGGER pull_request_changed AFTER UPDATE ON "pull_requests" DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW
    WHEN ((OLD.merged_at, OLD.opened_at, OLD.first_commit_at, OLD.repository_id)
            IS DISTINCT FROM (NEW.merged_at, NEW.opened_at, NEW.first_commit_at, NEW.repository_id)
        OR (NEW.merged_at IS NOT NULL
            AND (OLD.additions, OLD.deletions) IS DISTINCT FROM (NEW.additions, NEW.deletions)))
    EXECUTE FUNCTION refresh_deliveries_of_pull_request();

-- A repository that is being removed is no longer marked.
CREATE FUNCTION mark_first_deployments(repository_ids INTEGER[]) RETURNS VOID LANGUAGE sql AS $$
    INSERT INTO stale_first_deployments (organization_id, repository_id)
    SELECT organization_id, id FROM repositories WHERE id = ANY (repository_ids)
$$;

-- A success that is not later than the first one stored, and any change of the first one.
CREATE FUNCTION mark_first_deployments_of_deployment() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    changed INTEGER[] := ARRAY(SELECT repository_id FROM first_deployments WHERE deployment_id = NEW.id);
BEGIN
    IF NEW.production AND NEW.status = 'success' AND NEW.voided_at IS NULL AND NEW.completed_at IS NOT NULL
        AND NEW.repository_id IS NOT NULL AND NOT EXISTS (
            SELECT FROM first_deployments
            WHERE repository_id = NEW.repository_id AND service_key = coalesce(NEW.service_key, '')
                AND (completed_at, deployment_id) < (NEW.completed_at, NEW.id))
    THEN
        changed := changed || NEW.repository_id;
    END IF;
    IF cardinality(changed) > 0 THEN
        PERFORM mark_first_deployments(changed);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER first_deployment_added AFTER INSERT ON "deployments" FOR EACH ROW
    WHEN (NEW.repository_id IS NOT NULL AND NEW.production AND NEW.status = 'success')
    EXECUTE FUNCTION mark_first_deployments_of_deployment();
CREATE TRIGGER first_deployment_changed AFTER UPDATE ON "deployments" FOR EACH ROW
    WHEN ((OLD.production, OLD.status, OLD.completed_at, OLD.voided_at, OLD.service, OLD.repository_id, OLD.resolved_sha,
            OLD.generation)
        IS DISTINCT FROM (NEW.production, NEW.status, NEW.completed_at, NEW.voided_at, NEW.service, NEW.repository_id,
            NEW.resolved_sha, NEW.generation))
    EXECUTE FUNCTION mark_first_deployments_of_deployment();

-- New commits and merges, as far as they may be older than a first deployment.
CREATE FUNCTION mark_first_deployments_of_changes() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM mark_first_deployments(array_agg(first.repository_id))
    FROM (
        SELECT repository_id, organization_id, max(generation) AS newest, bool_or(generation IS NULL) AS undated
        FROM first_deployments WHERE repository_id IN (SELECT repository_id FROM changed)
        GROUP BY repository_id, organization_id
    ) first
    WHERE first.undated OR EXISTS (
        SELECT FROM changed LEFT JOIN commits c
            ON c.organization_id = first.organization_id AND c.sha = changed.sha AND c.repository_id = first.repository_id
        WHERE changed.repository_id = first.repository_id
            AND (c.generation <= first.newest OR c.generation IS NULL AND changed.merges))
    HAVING count(*) > 0;
    RETURN NULL;
END $$;

CREATE TRIGGER link_changes_added AFTER INSERT ON "link_changes"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_first_deployments_of_changes();
CREATE TRIGGER link_changes_repeated AFTER UPDATE ON "link_changes"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_first_deployments_of_changes();

-- A merge without a commit leaves no link change.
CREATE FUNCTION mark_first_deployments_of_pull_request() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM mark_first_deployments(ARRAY[NEW.repository_id])
    WHERE EXISTS (SELECT FROM first_deployments WHERE repository_id = NEW.repository_id);
    RETURN NULL;
END $$;

CREATE TRIGGER merged_without_commit AFTER INSERT OR UPDATE OF "merged_at", "merge_commit_sha" ON "pull_requests"
    FOR EACH ROW WHEN (NEW.merged_at IS NOT NULL AND NEW.merge_commit_sha IS NULL)
    EXECUTE FUNCTION mark_first_deployments_of_pull_request();

CREATE FUNCTION mark_first_deployments_of_paths() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM mark_first_deployments(ARRAY[OLD.repository_id, NEW.repository_id]);
    RETURN NULL;
END $$;

CREATE TRIGGER service_paths_changed AFTER INSERT OR UPDATE OR DELETE ON "service_paths"
    FOR EACH ROW EXECUTE FUNCTION mark_first_deployments_of_paths();

CREATE UNIQUE INDEX "organizations_slug_key" ON "organizations"("slug");

CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

CREATE UNIQUE INDEX "accounts_user_id_provider_key" ON "accounts"("user_id", "provider");

CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");
CREATE INDEX "invitations_organization_id_id_idx" ON "invitations"("organization_id", "id");
CREATE INDEX "invitations_email_idx" ON "invitations"("email");

CREATE UNIQUE INDEX "api_keys_token_hash_key" ON "api_keys"("token_hash");
CREATE INDEX "api_keys_organization_id_id_idx" ON "api_keys"("organization_id", "id");

CREATE INDEX "repositories_organization_id_name_key_idx" ON "repositories"("organization_id", "name_key");
CREATE UNIQUE INDEX "repositories_organization_id_full_name_key_key" ON "repositories"("organization_id", "full_name_key");
CREATE UNIQUE INDEX "repositories_connection_id_host_id_key" ON "repositories"("connection_id", "host_id");

CREATE INDEX "commits_repository_id_generation_idx" ON "commits"("repository_id", "generation");

CREATE INDEX "service_paths_repository_id_idx" ON "service_paths"("repository_id");
CREATE UNIQUE INDEX "service_paths_organization_id_name_key_key" ON "service_paths"("organization_id", "name_key");

CREATE UNIQUE INDEX "host_connections_public_id_key" ON "host_connections"("public_id");
CREATE INDEX "host_connections_organization_id_id_idx" ON "host_connections"("organization_id", "id");

-- Without permanent deliveries: reading through them each time that old ones are deleted took 0.36 s for 300,000.
CREATE INDEX "host_deliveries_received_at_idx" ON "host_deliveries"("received_at") WHERE NOT "permanent";

CREATE INDEX "repository_syncs_state_not_before_idx" ON "repository_syncs"("state", "not_before");

CREATE INDEX "pending_links_deployment_id_idx" ON "pending_links"("deployment_id");
CREATE INDEX "pending_links_organization_id_not_before_deployment_id_idx" ON "pending_links"("organization_id", "not_before", "deployment_id");

CREATE INDEX "audit_entries_organization_id_id_idx" ON "audit_entries"("organization_id", "id");
CREATE INDEX "audit_entries_organization_id_action_id_idx" ON "audit_entries"("organization_id", "action", "id");
CREATE INDEX "audit_entries_organization_id_actor_id_idx" ON "audit_entries"("organization_id", "actor", "id");

CREATE INDEX "annotated_tags_repository_id_idx" ON "annotated_tags"("repository_id");

CREATE INDEX "pull_requests_organization_id_merge_commit_sha_idx" ON "pull_requests"("organization_id", "merge_commit_sha");
CREATE INDEX "pull_requests_organization_id_head_commit_sha_idx" ON "pull_requests"("organization_id", "head_commit_sha");
CREATE INDEX "pull_requests_repository_id_base_branch_merged_at_idx" ON "pull_requests"("repository_id", "base_branch", "merged_at");
CREATE UNIQUE INDEX "pull_requests_repository_id_number_key" ON "pull_requests"("repository_id", "number");

-- Lists in order of the last thing that happened to a pull request: its merge, else its end, else its beginning.
CREATE INDEX "pull_requests_list_idx" ON "pull_requests"("organization_id", coalesce("merged_at", "closed_at", "opened_at", to_timestamp(0)), "id");
CREATE INDEX "pull_requests_repository_list_idx" ON "pull_requests"("repository_id", coalesce("merged_at", "closed_at", "opened_at", to_timestamp(0)), "id");
CREATE INDEX "pull_requests_author_list_idx" ON "pull_requests"("organization_id", left("author", 200), coalesce("merged_at", "closed_at", "opened_at", to_timestamp(0)), "id");
CREATE INDEX "pull_requests_open_list_idx" ON "pull_requests"("organization_id", coalesce("merged_at", "closed_at", "opened_at", to_timestamp(0)), "id")
    WHERE "state" = 'open';
CREATE INDEX "pull_requests_closed_list_idx" ON "pull_requests"("organization_id", coalesce("merged_at", "closed_at", "opened_at", to_timestamp(0)), "id")
    WHERE "state" = 'closed';

-- What reports read of a period, without a look at the table. The condition that is always true keeps the index, which
-- Prisma cannot describe, out of its comparison.
CREATE INDEX "pull_requests_merged_idx" ON "pull_requests"("organization_id", "merged_at") INCLUDE ("repository_id", "facts")
    WHERE "merged_at" IS NOT NULL;
CREATE INDEX "pull_requests_opened_idx" ON "pull_requests"("organization_id", "opened_at") INCLUDE ("repository_id", "facts")
    WHERE "opened_at" IS NOT NULL;

-- The organization comes first, so that a text that is frequent in another one is not read through. No other index has this
-- cast to text, so that none is taken for all rows of the organization.
CREATE INDEX "pull_requests_title_idx" ON "pull_requests" USING GIN (("organization_id"::text), "title" gin_trgm_ops)
    WITH (gin_pending_list_limit = 512);

CREATE INDEX "deployments_repository_id_status_completed_at_idx" ON "deployments"("repository_id", "status", "completed_at");
CREATE UNIQUE INDEX "deployments_organization_id_external_id_key" ON "deployments"("organization_id", "external_id");

-- The history of one value. An index entry has room for some 2,700 bytes, a value may be longer: its beginning decides.
CREATE INDEX "deployments_environment_history_idx" ON "deployments"("organization_id", left("environment", 200), "started_at", "id");
CREATE INDEX "deployments_service_history_idx" ON "deployments"("organization_id", left("service", 200), "started_at", "id");
CREATE INDEX "deployments_branch_history_idx" ON "deployments"("organization_id", left("branch", 200), "started_at", "id");
CREATE INDEX "deployments_triggered_by_history_idx" ON "deployments"("organization_id", left("triggered_by", 200), "started_at", "id");

-- Beginnings of ids and commits, in any case and under any collation.
CREATE INDEX "deployments_external_id_prefix_idx" ON "deployments"("organization_id", lower("external_id") text_pattern_ops);
CREATE INDEX "deployments_commit_sha_prefix_idx" ON "deployments"("organization_id", lower("commit_sha") text_pattern_ops);

-- Combinations of values. Prisma takes default operator classes of a GIN index for a difference; it overlooks an index
-- with an expression in it, hence the cast. Pending entries are sorted in by the event that fills the list: in small portions,
-- none has to wait long.
CREATE INDEX "deployments_values_idx" ON "deployments" USING GIN (("organization_id"::bigint), left("environment", 200), left("service", 200), "status", left("branch", 200), left("triggered_by", 200))
    WITH (gin_pending_list_limit = 512);

CREATE INDEX "deployments_repository_id_generation_idx" ON "deployments"("repository_id", "generation");
CREATE INDEX "deployments_base_deployment_id_idx" ON "deployments"("base_deployment_id");
CREATE INDEX "deployments_organization_id_started_at_id_status_voided_at_idx" ON "deployments"("organization_id", "started_at", "id", "status", "voided_at");

-- Those that commits still to come may change.
CREATE INDEX "deployments_unsettled_idx" ON "deployments"("repository_id") WHERE NOT "settled";

-- Those that run, found as those that ended are: few at a time, behind any number of others.
CREATE INDEX "deployments_running_idx" ON "deployments"("organization_id", "service_key", "environment_key", "started_at", "id")
    WHERE "production" AND "voided_at" IS NULL AND "status" IN ('pending', 'in_progress');

-- What reports read of a period. An event may say when a deployment ends that is still pending or in progress: metrics are
-- made of outcomes.
CREATE INDEX "deployments_metrics_idx" ON "deployments"("organization_id", "service_key", "environment_key", "completed_at", "id")
    INCLUDE ("status", "repository_id", "facts")
    WHERE "production" AND "voided_at" IS NULL AND "completed_at" IS NOT NULL
        AND "status" IN ('success', 'failure', 'cancelled', 'rolled_back');

-- The status comes before the time: linking asks for the last success before a deployment and for what was rolled back,
-- however many successes lie around them. With the start in it, the table itself is not read for these.
CREATE INDEX "deployments_stream_idx" ON "deployments"("repository_id", coalesce("service_key", ''), "environment_key", "status", "completed_at", "id", "started_at")
    WHERE "production" AND "status" IN ('success', 'rolled_back') AND "voided_at" IS NULL;

-- The first success of each service of a repository.
CREATE INDEX "deployments_first_idx" ON "deployments"("repository_id", (coalesce("service_key", '')), "completed_at", "id")
    WHERE "production" AND "status" = 'success' AND "voided_at" IS NULL AND "completed_at" IS NOT NULL;

-- By organization, as the titles of pull requests.
CREATE INDEX "deployments_text_idx" ON "deployments" USING GIN (("organization_id"::text), "service" gin_trgm_ops, "branch" gin_trgm_ops, "triggered_by" gin_trgm_ops, "pipeline_name" gin_trgm_ops)
    WITH (gin_pending_list_limit = 512);

CREATE INDEX "deployment_events_deployment_id_instant_progress_id_idx" ON "deployment_events"("deployment_id", "instant", "progress", "id");
CREATE INDEX "deployment_events_deployment_id_id_idx" ON "deployment_events"("deployment_id", "id");

-- Few links are carried, and no other link costs an entry. One index finds what is carried for a deployment, the other what
-- is carried of pull requests.
CREATE INDEX "deployment_pull_requests_carried_for_idx" ON "deployment_pull_requests"("carried_from_id")
    WHERE "carried_from_id" IS NOT NULL;
CREATE INDEX "deployment_pull_requests_carried_idx" ON "deployment_pull_requests"("pull_request_id")
    WHERE "carried_from_id" IS NOT NULL;

-- The links of a pull request in order of completion: a commit that is deployed again and again has very many.
CREATE INDEX "deployment_pull_requests_pull_request_id_lead_time_seconds_idx" ON "deployment_pull_requests"("pull_request_id", "lead_time_seconds");

-- What reports read of a period. The condition is always true, as that of the merged pull requests.
CREATE INDEX "deliveries_metrics_idx" ON "deliveries"("organization_id", "service_key", "environment_key", "delivered_at")
    INCLUDE ("repository_id", "facts")
    WHERE "delivered_at" IS NOT NULL;

CREATE INDEX "first_deployments_deployment_id_idx" ON "first_deployments"("deployment_id");

CREATE INDEX "live_before_repository_id_service_key_idx" ON "live_before"("repository_id", "service_key");

CREATE INDEX "stale_first_deployments_organization_id_repository_id_idx" ON "stale_first_deployments"("organization_id", "repository_id");
CREATE INDEX "stale_first_deployments_repository_id_idx" ON "stale_first_deployments"("repository_id");

CREATE INDEX "deployment_commits_organization_id_sha_idx" ON "deployment_commits"("organization_id", "sha");

CREATE INDEX "webhook_requests_organization_id_status_code_id_idx" ON "webhook_requests"("organization_id", "status_code", "id");
CREATE INDEX "webhook_requests_organization_id_external_id_id_idx" ON "webhook_requests"("organization_id", "external_id", "id");
CREATE INDEX "webhook_requests_received_at_idx" ON "webhook_requests"("received_at");
CREATE UNIQUE INDEX "webhook_requests_organization_id_request_id_key" ON "webhook_requests"("organization_id", "request_id");
