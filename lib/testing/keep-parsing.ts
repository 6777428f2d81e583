import { parseInTurn } from '@/lib/deployments/parse-in-turn'

/**
 * As many long events of a key as may wait, and some more: what comes after them is refused, or waits too long. Resolves
 * once none waits any more.
 */
export async function keepParsing(key: { organizationId: number; apiKeyId: number }): Promise<void> {
  const parse = () => {
    const began = performance.now()
    while (performance.now() - began < 20);
  }
  await Promise.allSettled(Array.from({ length: 110 }, () => parseInTurn(key, 100_000, parse)))
}
