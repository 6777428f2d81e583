-- The trial of an organization whose row somebody held when its first event came.
CREATE TABLE "pending_trials" (
    "organization_id" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pending_trials_pkey" PRIMARY KEY ("organization_id")
);

-- AddForeignKey
ALTER TABLE "pending_trials" ADD CONSTRAINT "pending_trials_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
