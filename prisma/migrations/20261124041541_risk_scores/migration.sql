-- CreateTable
CREATE TABLE "risk_models" (
    "organization_id" INTEGER NOT NULL,
    "fitted_at" TIMESTAMPTZ(3) NOT NULL,
    "model" JSONB NOT NULL,

    CONSTRAINT "risk_models_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "risk_scores" (
    "deployment_id" BIGINT NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,
    "mark" DOUBLE PRECISION NOT NULL,
    "reasons" JSONB NOT NULL,

    CONSTRAINT "risk_scores_pkey" PRIMARY KEY ("deployment_id")
);

-- CreateIndex
CREATE INDEX "risk_scores_organization_id_idx" ON "risk_scores"("organization_id");

-- AddForeignKey
ALTER TABLE "risk_models" ADD CONSTRAINT "risk_models_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "risk_scores" ADD CONSTRAINT "risk_scores_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "risk_scores" ADD CONSTRAINT "risk_scores_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
