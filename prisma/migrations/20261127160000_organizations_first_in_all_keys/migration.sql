-- Everything of an organization is looked up by the organization first. Where organization and id are unique already,
-- their index becomes the primary key as it is: nothing is built, and the foreign keys that rest on it stay.

-- AlterTable
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_pkey",
ADD CONSTRAINT "api_keys_pkey" PRIMARY KEY USING INDEX "api_keys_organization_id_id_key";

-- AlterTable
ALTER TABLE "deployments" DROP CONSTRAINT "deployments_pkey",
ADD CONSTRAINT "deployments_pkey" PRIMARY KEY USING INDEX "deployments_organization_id_id_key";

-- AlterTable
ALTER TABLE "host_connections" DROP CONSTRAINT "host_connections_pkey",
ADD CONSTRAINT "host_connections_pkey" PRIMARY KEY USING INDEX "host_connections_organization_id_id_key";

-- AlterTable
ALTER TABLE "notification_destinations" DROP CONSTRAINT "notification_destinations_pkey",
ADD CONSTRAINT "notification_destinations_pkey" PRIMARY KEY USING INDEX "notification_destinations_organization_id_id_key";

-- AlterTable
ALTER TABLE "pull_requests" DROP CONSTRAINT "pull_requests_pkey",
ADD CONSTRAINT "pull_requests_pkey" PRIMARY KEY USING INDEX "pull_requests_organization_id_id_key";

-- AlterTable
ALTER TABLE "repositories" DROP CONSTRAINT "repositories_pkey",
ADD CONSTRAINT "repositories_pkey" PRIMARY KEY USING INDEX "repositories_organization_id_id_key";

-- Where another index begins as the key does, or finds what the key now finds, the key takes its place.

-- DropIndex
DROP INDEX "deployment_events_deployment_id_id_idx";

-- AlterTable
ALTER TABLE "deployment_events" DROP CONSTRAINT "deployment_events_pkey",
ADD CONSTRAINT "deployment_events_pkey" PRIMARY KEY ("organization_id", "deployment_id", "id");

-- DropIndex
DROP INDEX "notifications_organization_id_id_idx";

-- AlterTable
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_pkey",
ADD CONSTRAINT "notifications_pkey" PRIMARY KEY ("organization_id", "id");

-- DropIndex
DROP INDEX "oauth_grants_organization_id_user_id_idx";

-- AlterTable
ALTER TABLE "oauth_grants" DROP CONSTRAINT "oauth_grants_pkey",
ADD CONSTRAINT "oauth_grants_pkey" PRIMARY KEY ("organization_id", "user_id", "id");

-- DropIndex
DROP INDEX "pending_links_deployment_id_idx";

-- AlterTable
ALTER TABLE "pending_links" DROP CONSTRAINT "pending_links_pkey",
ADD CONSTRAINT "pending_links_pkey" PRIMARY KEY ("organization_id", "deployment_id", "id");

-- DropIndex
DROP INDEX "stale_first_deployments_organization_id_repository_id_idx";

-- DropIndex
DROP INDEX "stale_first_deployments_repository_id_idx";

-- AlterTable
ALTER TABLE "stale_first_deployments" DROP CONSTRAINT "stale_first_deployments_pkey",
ADD CONSTRAINT "stale_first_deployments_pkey" PRIMARY KEY ("organization_id", "repository_id", "id");

-- Keys that had the organization further back.

-- AlterTable
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_pkey",
ADD CONSTRAINT "deliveries_pkey" PRIMARY KEY ("organization_id", "pull_request_id");

-- AlterTable
ALTER TABLE "deployment_commits" DROP CONSTRAINT "deployment_commits_pkey",
ADD CONSTRAINT "deployment_commits_pkey" PRIMARY KEY ("organization_id", "deployment_id", "sha");

-- AlterTable
ALTER TABLE "deployment_pull_requests" DROP CONSTRAINT "deployment_pull_requests_pkey",
ADD CONSTRAINT "deployment_pull_requests_pkey" PRIMARY KEY ("organization_id", "deployment_id", "pull_request_id");

-- AlterTable
ALTER TABLE "first_deployments" DROP CONSTRAINT "first_deployments_pkey",
ADD CONSTRAINT "first_deployments_pkey" PRIMARY KEY ("organization_id", "repository_id", "service_key");

-- What else is unique by several columns.

-- DropIndex
DROP INDEX "notifications_destination_id_key_key";

-- CreateIndex
CREATE UNIQUE INDEX "notifications_organization_id_destination_id_key_key" ON "notifications"("organization_id", "destination_id", "key");

-- DropIndex
DROP INDEX "pull_requests_repository_id_number_key";

-- CreateIndex
CREATE UNIQUE INDEX "pull_requests_organization_id_repository_id_number_key" ON "pull_requests"("organization_id", "repository_id", "number");

-- DropIndex
DROP INDEX "repositories_connection_id_host_id_key";

-- CreateIndex
CREATE UNIQUE INDEX "repositories_organization_id_connection_id_host_id_key" ON "repositories"("organization_id", "connection_id", "host_id");

-- The links of a pull request, in order of completion, as the key finds those of a deployment.

-- DropIndex
DROP INDEX "deployment_pull_requests_pull_request_id_lead_time_seconds_idx";

-- CreateIndex
CREATE INDEX "deployment_pull_requests_organization_id_pull_request_id_le_idx" ON "deployment_pull_requests"("organization_id", "pull_request_id", "lead_time_seconds");
