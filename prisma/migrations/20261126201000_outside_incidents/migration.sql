-- CreateTable
CREATE TABLE "outside_incidents" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "external_id" TEXT,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "url" TEXT,
    "service" TEXT,
    "environment" TEXT,
    "service_key" TEXT,
    "environment_key" TEXT,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),
    "deployment_id" BIGINT,
    "marked" BOOLEAN NOT NULL DEFAULT false,
    "tie_by_person" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outside_incidents_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "outside_incidents_organization_id_opened_at_id_idx" ON "outside_incidents"("organization_id", "opened_at", "id");

-- CreateIndex
CREATE INDEX "outside_incidents_organization_id_deployment_id_idx" ON "outside_incidents"("organization_id", "deployment_id");

-- CreateIndex
CREATE UNIQUE INDEX "outside_incidents_organization_id_external_id_key" ON "outside_incidents"("organization_id", "external_id");

-- AddForeignKey
ALTER TABLE "outside_incidents" ADD CONSTRAINT "outside_incidents_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outside_incidents" ADD CONSTRAINT "outside_incidents_organization_id_deployment_id_fkey" FOREIGN KEY ("organization_id", "deployment_id") REFERENCES "deployments"("organization_id", "id") ON DELETE SET NULL ("deployment_id") ON UPDATE CASCADE;
