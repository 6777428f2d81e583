import pg from 'pg'

/**
 * Sends the statements of one turn of the process in one piece, where they are sent ahead: each piece costs both sides
 * time, small ones as much as large ones.
 */
export class GatheringClient extends pg.Client {
  override query = ((...args: Parameters<pg.Client['query']>) => {
    const { stream } = (this as unknown as { connection: pg.Connection }).connection
    if (stream.writableCorked === 0) {
      stream.cork()
      process.nextTick(() => stream.uncork())
    }
    return super.query(...args)
  }) as pg.Client['query']
}
