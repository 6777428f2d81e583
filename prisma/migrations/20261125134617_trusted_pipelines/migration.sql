-- AlterTable
ALTER TABLE "api_keys" ALTER COLUMN "token_hash" DROP NOT NULL;

-- CreateTable
CREATE TABLE "trusted_pipelines" (
    "api_key_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "host" "host" NOT NULL,
    "issuer" TEXT NOT NULL,
    "repository" TEXT NOT NULL,
    "branch" TEXT,
    "environment" TEXT,
    "host_id" TEXT,

    CONSTRAINT "trusted_pipelines_pkey" PRIMARY KEY ("api_key_id")
);

-- CreateIndex
CREATE INDEX "trusted_pipelines_organization_id_issuer_idx" ON "trusted_pipelines"("organization_id", "issuer");

-- AddForeignKey
ALTER TABLE "trusted_pipelines" ADD CONSTRAINT "trusted_pipelines_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trusted_pipelines" ADD CONSTRAINT "trusted_pipelines_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;
