import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { OutgoingError } from './outgoing-error'

/** Of all that a server sends until both are agreed: the certificates of honest ones come to 3 to 8 KB. */
export const maxHandshakeBytes = 16 * 1024

/**
 * A connection for TLS to be spoken over, which ends when the server sends more than 16 KiB before `release` is called.
 * Certificates are checked before any is believed, and a host can make each take ten milliseconds of the process: OpenSSL
 * takes a hundred kilobytes of them.
 */
export class BoundedConnection extends Duplex {
  private received = 0
  private isAgreed = false

  /** How long the process was busy with what was received: TLS takes it within `push`. */
  busyMs = 0

  constructor(private readonly socket: Socket) {
    super()
    socket.on('data', (chunk: Buffer) => this.receive(chunk))
    socket.once('end', () => this.push(null))
    socket.once('error', (error) => this.destroy(error))
    socket.once('close', () => this.destroy())
  }

  /** To be called once both sides are agreed: from then on nothing is counted. */
  release(): void {
    this.isAgreed = true
  }

  override _read(): void {
    this.socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.socket.write(chunk, done)
  }

  override _final(done: () => void): void {
    this.socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy()
    done(error)
  }

  private receive(chunk: Buffer): void {
    this.received += chunk.length
    if (!this.isAgreed && this.received > maxHandshakeBytes)
      this.destroy(new OutgoingError('network', 'The certificates of the host are too large'))
    else this.pass(chunk)
  }

  private pass(chunk: Buffer): void {
    const begun = performance.now()
    if (!this.push(chunk)) this.socket.pause()
    if (!this.isAgreed) this.busyMs += performance.now() - begun
  }
}
