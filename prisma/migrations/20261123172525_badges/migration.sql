-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "badge_token" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "organizations_badge_token_key" ON "organizations"("badge_token");
