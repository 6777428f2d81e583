import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection to a server on which nothing was sent yet. */
export async function openConnection(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), 'localhost')
  await once(socket, 'connect')
  return socket
}
