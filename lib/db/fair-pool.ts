import pg from 'pg'
import { currentClaimant } from '@/lib/core/current-claimant'
import { roundRobin } from '@/lib/core/round-robin'

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (error?: Error | boolean) => void,
) => void

/**
 * A pool whose connections go to crowds in turn. That of pg gives them to who came first, so that each query of a page
 * would wait for one of every other request that is under way.
 */
export class FairPool extends pg.Pool {
  private readonly turns: ReturnType<typeof roundRobin>

  constructor(config: pg.PoolConfig & { max: number; connectionTimeoutMillis: number }) {
    super(config)
    this.turns = roundRobin(config.max)
    Object.defineProperty(this, 'waitingCount', { get: () => this.turns.waiting() })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const connected = this.connectInTurn()
    if (!callback) return connected
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    )
    return undefined
  }

  private async connectInTurn(): Promise<pg.PoolClient> {
    const endTurn = await this.turns.take(currentClaimant(), this.options.connectionTimeoutMillis ?? 0, tooLate)
    try {
      const client = await super.connect()
      const release = client.release
      client.release = (error) => {
        release(error)
        endTurn()
      }
      return client
    } catch (error) {
      endTurn()
      throw error
    }
  }
}

/** In the words of pg. */
function tooLate(): Error {
  return new Error('timeout exceeded when trying to connect')
}
