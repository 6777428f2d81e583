-- AlterTable
ALTER TABLE "users" ADD COLUMN     "email_confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "password_set_at" TIMESTAMPTZ(3);

-- What is known of accounts from before: a provider vouched for the address of whoever came into being together with a
-- connected account, and the first owner set this server up. All others are asked before they join another organization.
UPDATE "users" u SET "email_confirmed_at" = u."created_at"
WHERE EXISTS (SELECT FROM "accounts" a WHERE a."user_id" = u."id" AND a."created_at" = u."created_at")
   OR u."id" = (
     SELECT "user_id" FROM "audit_entries"
     WHERE "action" = 'organization.created' AND "user_id" IS NOT NULL ORDER BY "id" LIMIT 1
   );
