import type { Socket } from 'node:net'
import { Duplex, type Readable } from 'node:stream'
import { OutgoingError } from './outgoing-error'

/** Of all that a server sends until both are agreed: the certificates of honest ones come to 3 to 8 KB. */
export const maxHandshakeBytes = 16 * 1024

/** Of what comes later and is no part of an answer: a record that is not complete, and two tickets of honest servers. */
const maxSurplusBytes = 32 * 1024

/** So much is given to TLS at once. */
const sliceBytes = 4_096

/**
 * A connection for TLS to be spoken over, which ends when the server sends more than 16 KiB before `release` is called, or
 * much that is no part of an answer after it. Certificates are checked before any is believed, and a host can make each
 * take ten milliseconds of the process: OpenSSL takes a hundred kilobytes of them. It takes any number of tickets and new
 * keys later on, which cost as much for 20 bytes as an answer for 50,000.
 */
export class BoundedConnection extends Duplex {
  private waiting = Buffer.alloc(0)
  private hasEnded = false

  /** Bytes that TLS took since it last gave an answer, less as many as that had. */
  private surplus = 0
  private isAgreed = false

  /** How long the process was busy with what was received: TLS takes it within `push`. */
  busyMs = 0

  constructor(private readonly socket: Socket) {
    super({ readableHighWaterMark: sliceBytes })
    socket.on('data', (chunk: Buffer) => {
      this.waiting = Buffer.concat([this.waiting, chunk])
      this.feed()
    })
    socket.once('end', () => {
      this.hasEnded = true
      this.feed()
    })
    socket.once('error', (error) => this.destroy(error))
    socket.once('close', () => this.destroy())
  }

  /** To be called once both sides are agreed, with what is read of the connection from then on. */
  release(secure: Readable): void {
    this.isAgreed = true
    this.surplus = 0
    const push = secure.push.bind(secure)
    secure.push = (piece: Buffer | null, ...rest) => {
      // Twice: a record takes up to 30 bytes more than what it carries.
      this.surplus = Math.max(0, this.surplus - 2 * (piece?.length ?? 0))
      return push(piece, ...rest)
    }
  }

  override _read(): void {
    this.feed()
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

  /** Gives on what has come, slice by slice, for as long as it is taken. */
  private feed(): void {
    while (this.waiting.length > 0 && !this.destroyed) {
      const slice = this.waiting.subarray(0, sliceBytes)
      this.waiting = this.waiting.subarray(sliceBytes)
      if (this.pass(slice)) continue
      this.socket.pause()
      return
    }
    if (this.hasEnded) this.push(null)
    else this.socket.resume()
  }

  /** Whether more may come. */
  private pass(slice: Buffer): boolean {
    this.surplus += slice.length
    if (this.surplus > (this.isAgreed ? maxSurplusBytes : maxHandshakeBytes)) {
      const what = this.isAgreed
        ? 'The host sends too much that is no answer'
        : 'The certificates of the host are too large'
      this.destroy(new OutgoingError('network', what))
      return false
    }
    const begun = performance.now()
    const takesMore = this.push(slice)
    if (!this.isAgreed) this.busyMs += performance.now() - begun
    return takesMore
  }
}
