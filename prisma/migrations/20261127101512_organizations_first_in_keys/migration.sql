-- What an organization sets up, and what is noted about it, is looked up by organization and id, by one index.

-- DropIndex
DROP INDEX "audit_entries_organization_id_id_idx";

-- DropIndex
DROP INDEX "incident_notes_organization_id_idx";

-- DropIndex
DROP INDEX "invitations_organization_id_id_idx";

-- DropIndex
DROP INDEX "metric_alerts_organization_id_id_idx";

-- DropIndex
DROP INDEX "pending_production_names_organization_id_idx";

-- AlterTable
ALTER TABLE "annotations" DROP CONSTRAINT "annotations_pkey",
ADD CONSTRAINT "annotations_pkey" PRIMARY KEY ("organization_id", "id");

-- AlterTable
ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_pkey",
ADD CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("organization_id", "id");

-- AlterTable
ALTER TABLE "goals" DROP CONSTRAINT "goals_pkey",
ADD CONSTRAINT "goals_pkey" PRIMARY KEY ("organization_id", "id");

-- AlterTable
ALTER TABLE "incident_notes" DROP CONSTRAINT "incident_notes_pkey",
ADD CONSTRAINT "incident_notes_pkey" PRIMARY KEY ("organization_id", "id");

-- AlterTable
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_pkey",
ADD CONSTRAINT "invitations_pkey" PRIMARY KEY ("organization_id", "id");

-- AlterTable
ALTER TABLE "metric_alerts" DROP CONSTRAINT "metric_alerts_pkey",
ADD CONSTRAINT "metric_alerts_pkey" PRIMARY KEY ("organization_id", "id");

-- AlterTable
ALTER TABLE "outside_incidents" DROP CONSTRAINT "outside_incidents_pkey",
ADD CONSTRAINT "outside_incidents_pkey" PRIMARY KEY ("organization_id", "id");

-- AlterTable
ALTER TABLE "pending_production_names" DROP CONSTRAINT "pending_production_names_pkey",
ADD CONSTRAINT "pending_production_names_pkey" PRIMARY KEY ("organization_id", "id");

-- AlterTable
ALTER TABLE "service_paths" DROP CONSTRAINT "service_paths_pkey",
ADD CONSTRAINT "service_paths_pkey" PRIMARY KEY ("organization_id", "id");

-- AlterTable
ALTER TABLE "signals" DROP CONSTRAINT "signals_pkey",
ADD CONSTRAINT "signals_pkey" PRIMARY KEY ("organization_id", "id");
