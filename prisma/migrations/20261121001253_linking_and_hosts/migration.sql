-- CreateEnum
CREATE TYPE "key_scope" AS ENUM ('ingest', 'read');

-- CreateEnum
CREATE TYPE "host" AS ENUM ('github', 'gitlab');

-- CreateEnum
CREATE TYPE "pull_request_state" AS ENUM ('open', 'closed', 'merged');

-- CreateEnum
CREATE TYPE "sync_state" AS ENUM ('queued', 'running', 'done', 'failed');

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "scope" "key_scope" NOT NULL DEFAULT 'ingest';

-- AlterTable
ALTER TABLE "commits" ADD COLUMN     "pull_request_number" INTEGER;

-- AlterTable
ALTER TABLE "deployments" ADD COLUMN     "base_deployment_id" BIGINT,
ADD COLUMN     "base_sha" TEXT,
ADD COLUMN     "commit_count" INTEGER,
ADD COLUMN     "environment_correction" TEXT,
ADD COLUMN     "generation" BIGINT,
ADD COLUMN     "service_correction" TEXT,
ADD COLUMN     "settled" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "voided_at" TIMESTAMPTZ(3),
ADD COLUMN     "voided_by_id" INTEGER,
ADD COLUMN     "voided_reason" TEXT;

-- AlterTable
ALTER TABLE "pull_requests" ADD COLUMN     "additions" INTEGER,
ADD COLUMN     "closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "deletions" INTEGER,
ADD COLUMN     "first_review_at" TIMESTAMPTZ(3),
ADD COLUMN     "host_updated_at" TIMESTAMPTZ(3),
ADD COLUMN     "opened_at" TIMESTAMPTZ(3),
ADD COLUMN     "paths" TEXT[],
ADD COLUMN     "paths_known" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "state" "pull_request_state" NOT NULL DEFAULT 'merged',
ADD COLUMN     "web_url" TEXT;

-- AlterTable
ALTER TABLE "repositories" ADD COLUMN     "connection_id" INTEGER,
ADD COLUMN     "host_id" TEXT,
ADD COLUMN     "monitored" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "web_url" TEXT;

-- CreateTable
CREATE TABLE "service_paths" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "repository_id" INTEGER NOT NULL,
    "service_key" TEXT NOT NULL,
    "globs" TEXT[],

    CONSTRAINT "service_paths_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "host_deliveries" (
    "connection_id" INTEGER NOT NULL,
    "delivery_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "host_deliveries_pkey" PRIMARY KEY ("connection_id","delivery_id")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "link_changes" (
    "repository_id" INTEGER NOT NULL,
    "sha" TEXT NOT NULL,
    "merges" BOOLEAN NOT NULL,

    CONSTRAINT "link_changes_pkey" PRIMARY KEY ("repository_id","sha","merges")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "deployment_commits" (
    "organization_id" INTEGER NOT NULL,
    "deployment_id" BIGINT NOT NULL,
    "sha" TEXT NOT NULL,
    "lead_time_seconds" INTEGER NOT NULL,

    CONSTRAINT "deployment_commits_pkey" PRIMARY KEY ("deployment_id","sha")
);

-- CreateIndex
CREATE INDEX "service_paths_repository_id_idx" ON "service_paths"("repository_id");

-- CreateIndex
CREATE UNIQUE INDEX "service_paths_organization_id_service_key_key" ON "service_paths"("organization_id", "service_key");

-- CreateIndex
CREATE UNIQUE INDEX "host_connections_public_id_key" ON "host_connections"("public_id");

-- CreateIndex
CREATE INDEX "host_connections_organization_id_id_idx" ON "host_connections"("organization_id", "id");

-- CreateIndex
CREATE INDEX "host_deliveries_received_at_idx" ON "host_deliveries"("received_at");

-- CreateIndex
CREATE INDEX "repository_syncs_state_not_before_idx" ON "repository_syncs"("state", "not_before");

-- CreateIndex
CREATE INDEX "audit_entries_organization_id_id_idx" ON "audit_entries"("organization_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_organization_id_action_id_idx" ON "audit_entries"("organization_id", "action", "id");

-- CreateIndex
CREATE INDEX "deployment_commits_organization_id_sha_idx" ON "deployment_commits"("organization_id", "sha");

-- CreateIndex
CREATE INDEX "deployments_repository_id_generation_idx" ON "deployments"("repository_id", "generation");

-- CreateIndex
CREATE INDEX "deployments_base_deployment_id_idx" ON "deployments"("base_deployment_id");

-- CreateIndex
CREATE UNIQUE INDEX "repositories_connection_id_host_id_key" ON "repositories"("connection_id", "host_id");

-- AddForeignKey
ALTER TABLE "repositories" ADD CONSTRAINT "repositories_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "host_connections"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_paths" ADD CONSTRAINT "service_paths_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_paths" ADD CONSTRAINT "service_paths_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "host_connections" ADD CONSTRAINT "host_connections_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "host_connections" ADD CONSTRAINT "host_connections_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "host_deliveries" ADD CONSTRAINT "host_deliveries_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "host_connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repository_syncs" ADD CONSTRAINT "repository_syncs_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "link_changes" ADD CONSTRAINT "link_changes_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_voided_by_id_fkey" FOREIGN KEY ("voided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_commits" ADD CONSTRAINT "deployment_commits_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
