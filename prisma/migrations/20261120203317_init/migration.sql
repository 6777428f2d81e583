-- CreateEnum
CREATE TYPE "plan" AS ENUM ('free', 'business', 'enterprise');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('owner', 'manager', 'member');

-- CreateEnum
CREATE TYPE "deployment_status" AS ENUM ('pending', 'in_progress', 'success', 'failure', 'cancelled', 'rolled_back');

-- CreateTable
CREATE TABLE "organizations" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "plan" "plan" NOT NULL DEFAULT 'free',
    "trial_started_at" TIMESTAMPTZ(3),
    "trial_ends_at" TIMESTAMPTZ(3),
    "production_names" TEXT[] DEFAULT ARRAY['production']::TEXT[],
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "organization_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "role" "role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "display" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" INTEGER,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_by_id" INTEGER,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "repositories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commits" (
    "organization_id" INTEGER NOT NULL,
    "repository_id" INTEGER NOT NULL,
    "sha" TEXT NOT NULL,
    "parents" TEXT[],
    "author_name" TEXT NOT NULL,
    "authored_at" TIMESTAMPTZ(0) NOT NULL,
    "committed_at" TIMESTAMPTZ(0) NOT NULL,
    "generation" BIGINT NOT NULL,

    CONSTRAINT "commits_pkey" PRIMARY KEY ("organization_id","sha","repository_id")
);

-- CreateTable
CREATE TABLE "annotated_tags" (
    "organization_id" INTEGER NOT NULL,
    "repository_id" INTEGER NOT NULL,
    "sha" TEXT NOT NULL,
    "commit_sha" TEXT NOT NULL,

    CONSTRAINT "annotated_tags_pkey" PRIMARY KEY ("organization_id","sha","repository_id")
);

-- CreateTable
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

    CONSTRAINT "pull_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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
    "unlinked_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deployments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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
    "instant" TIMESTAMPTZ(3) NOT NULL,
    "progress" SMALLINT NOT NULL,

    CONSTRAINT "deployment_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deployment_pull_requests" (
    "organization_id" INTEGER NOT NULL,
    "deployment_id" BIGINT NOT NULL,
    "pull_request_id" INTEGER NOT NULL,
    "method" TEXT NOT NULL,
    "lead_time_seconds" INTEGER NOT NULL,
    "carried_from_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deployment_pull_requests_pkey" PRIMARY KEY ("deployment_id","pull_request_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "organizations_slug_key" ON "organizations"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_token_hash_key" ON "api_keys"("token_hash");

-- CreateIndex
CREATE INDEX "api_keys_organization_id_id_idx" ON "api_keys"("organization_id", "id");

-- CreateIndex
CREATE INDEX "repositories_organization_id_name_key_idx" ON "repositories"("organization_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "repositories_organization_id_full_name_key_key" ON "repositories"("organization_id", "full_name_key");

-- CreateIndex
CREATE INDEX "commits_repository_id_generation_idx" ON "commits"("repository_id", "generation");

-- CreateIndex
CREATE INDEX "annotated_tags_repository_id_idx" ON "annotated_tags"("repository_id");

-- CreateIndex
CREATE INDEX "pull_requests_organization_id_merge_commit_sha_idx" ON "pull_requests"("organization_id", "merge_commit_sha");

-- CreateIndex
CREATE INDEX "pull_requests_organization_id_head_commit_sha_idx" ON "pull_requests"("organization_id", "head_commit_sha");

-- CreateIndex
CREATE INDEX "pull_requests_repository_id_base_branch_merged_at_idx" ON "pull_requests"("repository_id", "base_branch", "merged_at");

-- CreateIndex
CREATE UNIQUE INDEX "pull_requests_repository_id_number_key" ON "pull_requests"("repository_id", "number");

-- CreateIndex
CREATE INDEX "deployments_organization_id_started_at_id_idx" ON "deployments"("organization_id", "started_at", "id");

-- CreateIndex
CREATE INDEX "deployments_repository_id_status_completed_at_idx" ON "deployments"("repository_id", "status", "completed_at");

-- CreateIndex
CREATE UNIQUE INDEX "deployments_organization_id_external_id_key" ON "deployments"("organization_id", "external_id");

-- CreateIndex
CREATE INDEX "deployment_events_deployment_id_instant_progress_id_idx" ON "deployment_events"("deployment_id", "instant", "progress", "id");

-- CreateIndex
CREATE INDEX "deployment_pull_requests_pull_request_id_idx" ON "deployment_pull_requests"("pull_request_id");

-- CreateIndex
CREATE INDEX "deployment_pull_requests_carried_from_id_idx" ON "deployment_pull_requests"("carried_from_id");

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_revoked_by_id_fkey" FOREIGN KEY ("revoked_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repositories" ADD CONSTRAINT "repositories_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commits" ADD CONSTRAINT "commits_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commits" ADD CONSTRAINT "commits_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotated_tags" ADD CONSTRAINT "annotated_tags_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotated_tags" ADD CONSTRAINT "annotated_tags_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pull_requests" ADD CONSTRAINT "pull_requests_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pull_requests" ADD CONSTRAINT "pull_requests_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_events" ADD CONSTRAINT "deployment_events_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_pull_requests" ADD CONSTRAINT "deployment_pull_requests_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_pull_requests" ADD CONSTRAINT "deployment_pull_requests_carried_from_id_fkey" FOREIGN KEY ("carried_from_id") REFERENCES "deployments"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_pull_requests" ADD CONSTRAINT "deployment_pull_requests_pull_request_id_fkey" FOREIGN KEY ("pull_request_id") REFERENCES "pull_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;
