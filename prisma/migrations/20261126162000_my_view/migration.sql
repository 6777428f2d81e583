-- AlterTable
ALTER TABLE "memberships" ADD COLUMN     "view_environment" TEXT,
ADD COLUMN     "view_team" TEXT;
