-- A row refers to rows of its own organization alone: the database refuses all others.

-- DropForeignKey
ALTER TABLE "annotated_tags" DROP CONSTRAINT "annotated_tags_repository_id_fkey";

-- DropForeignKey
ALTER TABLE "commits" DROP CONSTRAINT "commits_repository_id_fkey";

-- DropForeignKey
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_pull_request_id_fkey";

-- DropForeignKey
ALTER TABLE "deployment_commits" DROP CONSTRAINT "deployment_commits_deployment_id_fkey";

-- DropForeignKey
ALTER TABLE "deployment_events" DROP CONSTRAINT "deployment_events_deployment_id_fkey";

-- DropForeignKey
ALTER TABLE "deployment_pull_requests" DROP CONSTRAINT "deployment_pull_requests_deployment_id_fkey";

-- DropForeignKey
ALTER TABLE "deployment_pull_requests" DROP CONSTRAINT "deployment_pull_requests_pull_request_id_fkey";

-- DropForeignKey
ALTER TABLE "deployments" DROP CONSTRAINT "deployments_repository_id_fkey";

-- DropForeignKey
ALTER TABLE "first_deployments" DROP CONSTRAINT "first_deployments_repository_id_fkey";

-- DropForeignKey
ALTER TABLE "incident_notes" DROP CONSTRAINT "incident_notes_deployment_id_fkey";

-- DropForeignKey
ALTER TABLE "incident_responders" DROP CONSTRAINT "incident_responders_deployment_id_fkey";

-- DropForeignKey
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_destination_id_fkey";

-- DropForeignKey
ALTER TABLE "pending_links" DROP CONSTRAINT "pending_links_deployment_id_fkey";

-- DropForeignKey
ALTER TABLE "pull_requests" DROP CONSTRAINT "pull_requests_repository_id_fkey";

-- DropForeignKey
ALTER TABLE "repositories" DROP CONSTRAINT "repositories_connection_id_fkey";

-- DropForeignKey
ALTER TABLE "risk_scores" DROP CONSTRAINT "risk_scores_deployment_id_fkey";

-- DropForeignKey
ALTER TABLE "service_paths" DROP CONSTRAINT "service_paths_repository_id_fkey";

-- DropForeignKey
ALTER TABLE "stale_first_deployments" DROP CONSTRAINT "stale_first_deployments_repository_id_fkey";

-- DropForeignKey
ALTER TABLE "trusted_pipelines" DROP CONSTRAINT "trusted_pipelines_api_key_id_fkey";

-- DropIndex
DROP INDEX "api_keys_organization_id_id_idx";

-- DropIndex
DROP INDEX "host_connections_organization_id_id_idx";

-- DropIndex
DROP INDEX "incident_responders_organization_id_idx";

-- DropIndex
DROP INDEX "notification_destinations_organization_id_id_idx";

-- DropIndex
DROP INDEX "risk_scores_organization_id_idx";

-- AlterTable
ALTER TABLE "incident_responders" DROP CONSTRAINT "incident_responders_pkey",
ADD CONSTRAINT "incident_responders_pkey" PRIMARY KEY ("organization_id", "deployment_id");

-- AlterTable
ALTER TABLE "risk_scores" DROP CONSTRAINT "risk_scores_pkey",
ADD CONSTRAINT "risk_scores_pkey" PRIMARY KEY ("organization_id", "deployment_id");

-- AlterTable
ALTER TABLE "trusted_pipelines" DROP CONSTRAINT "trusted_pipelines_pkey",
ADD CONSTRAINT "trusted_pipelines_pkey" PRIMARY KEY ("organization_id", "api_key_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_organization_id_id_key" ON "api_keys"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "deployments_organization_id_id_key" ON "deployments"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "host_connections_organization_id_id_key" ON "host_connections"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "notification_destinations_organization_id_id_key" ON "notification_destinations"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "pull_requests_organization_id_id_key" ON "pull_requests"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "repositories_organization_id_id_key" ON "repositories"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "trusted_pipelines" ADD CONSTRAINT "trusted_pipelines_organization_id_api_key_id_fkey" FOREIGN KEY ("organization_id", "api_key_id") REFERENCES "api_keys"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repositories" ADD CONSTRAINT "repositories_organization_id_connection_id_fkey" FOREIGN KEY ("organization_id", "connection_id") REFERENCES "host_connections"("organization_id", "id") ON DELETE SET NULL ("connection_id") ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commits" ADD CONSTRAINT "commits_organization_id_repository_id_fkey" FOREIGN KEY ("organization_id", "repository_id") REFERENCES "repositories"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_paths" ADD CONSTRAINT "service_paths_organization_id_repository_id_fkey" FOREIGN KEY ("organization_id", "repository_id") REFERENCES "repositories"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pending_links" ADD CONSTRAINT "pending_links_organization_id_deployment_id_fkey" FOREIGN KEY ("organization_id", "deployment_id") REFERENCES "deployments"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotated_tags" ADD CONSTRAINT "annotated_tags_organization_id_repository_id_fkey" FOREIGN KEY ("organization_id", "repository_id") REFERENCES "repositories"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pull_requests" ADD CONSTRAINT "pull_requests_organization_id_repository_id_fkey" FOREIGN KEY ("organization_id", "repository_id") REFERENCES "repositories"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_organization_id_repository_id_fkey" FOREIGN KEY ("organization_id", "repository_id") REFERENCES "repositories"("organization_id", "id") ON DELETE SET NULL ("repository_id") ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_notes" ADD CONSTRAINT "incident_notes_organization_id_deployment_id_fkey" FOREIGN KEY ("organization_id", "deployment_id") REFERENCES "deployments"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_responders" ADD CONSTRAINT "incident_responders_organization_id_deployment_id_fkey" FOREIGN KEY ("organization_id", "deployment_id") REFERENCES "deployments"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_events" ADD CONSTRAINT "deployment_events_organization_id_deployment_id_fkey" FOREIGN KEY ("organization_id", "deployment_id") REFERENCES "deployments"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_pull_requests" ADD CONSTRAINT "deployment_pull_requests_organization_id_deployment_id_fkey" FOREIGN KEY ("organization_id", "deployment_id") REFERENCES "deployments"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_pull_requests" ADD CONSTRAINT "deployment_pull_requests_organization_id_pull_request_id_fkey" FOREIGN KEY ("organization_id", "pull_request_id") REFERENCES "pull_requests"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_organization_id_pull_request_id_fkey" FOREIGN KEY ("organization_id", "pull_request_id") REFERENCES "pull_requests"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "first_deployments" ADD CONSTRAINT "first_deployments_organization_id_repository_id_fkey" FOREIGN KEY ("organization_id", "repository_id") REFERENCES "repositories"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stale_first_deployments" ADD CONSTRAINT "stale_first_deployments_organization_id_repository_id_fkey" FOREIGN KEY ("organization_id", "repository_id") REFERENCES "repositories"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_commits" ADD CONSTRAINT "deployment_commits_organization_id_deployment_id_fkey" FOREIGN KEY ("organization_id", "deployment_id") REFERENCES "deployments"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "risk_scores" ADD CONSTRAINT "risk_scores_organization_id_deployment_id_fkey" FOREIGN KEY ("organization_id", "deployment_id") REFERENCES "deployments"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_organization_id_destination_id_fkey" FOREIGN KEY ("organization_id", "destination_id") REFERENCES "notification_destinations"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
