-- CreateTable
CREATE TABLE "incident_notes" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "deployment_id" BIGINT NOT NULL,
    "author_id" INTEGER,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "incident_notes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "incident_responders" (
    "deployment_id" BIGINT NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "incident_responders_pkey" PRIMARY KEY ("deployment_id")
);

-- CreateIndex
CREATE INDEX "incident_notes_deployment_id_id_idx" ON "incident_notes"("deployment_id", "id");

-- CreateIndex
CREATE INDEX "incident_notes_organization_id_idx" ON "incident_notes"("organization_id");

-- CreateIndex
CREATE INDEX "incident_responders_organization_id_idx" ON "incident_responders"("organization_id");

-- AddForeignKey
ALTER TABLE "incident_notes" ADD CONSTRAINT "incident_notes_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_notes" ADD CONSTRAINT "incident_notes_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_notes" ADD CONSTRAINT "incident_notes_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_responders" ADD CONSTRAINT "incident_responders_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_responders" ADD CONSTRAINT "incident_responders_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_responders" ADD CONSTRAINT "incident_responders_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
