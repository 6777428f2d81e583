import { authenticate, type KeySender } from '@/lib/accounts/api-keys/authenticate'
import { authenticateToken } from '@/lib/accounts/trusted-pipelines/authenticate'
import { looksLikeToken } from '@/lib/accounts/trusted-pipelines/token'
import { bearerOf } from '@/lib/core/checked-token'
import { type DatabaseBudget, databaseBudget } from '@/lib/db/database-budget'

/** Who posts a request: with an API key, or with a token of a trusted pipeline. Throws as `authenticate` does. */
export async function authenticateSender(
  request: Request,
  budget: DatabaseBudget = databaseBudget(),
): Promise<KeySender> {
  const token = bearerOf(request.headers.get('authorization'))
  if (token !== null && looksLikeToken(token)) return authenticateToken(token, budget)
  return budget(() => authenticate(request, 'ingest'))
}
