import type { Socket } from 'node:net'
import { Duplex, type Readable } from 'node:stream'
import { areTooSmall } from '@/lib/http/collect-bytes'
import { OutgoingError } from './outgoing-error'

/** Of all that a server sends until both are agreed: the certificates of honest ones come to 3 to 8 KB. */
export const maxHandshakeBytes = 16 * 1024

/**
 * Of what comes later and is no part of an answer: a record that is not complete, and two tickets of honest servers.
 */
const maxSurplusBytes = 32 * 1024

/** Of honest servers: two at once, and two more with new keys. */
const maxTickets = 16

/** At most what a record takes beyond what it carries: 22 bytes in TLS 1.3, and up to 85 before, of larger ones. */
const overheadOf = (length: number) => Math.min(Math.max(length / 8, 32), 96)

/** So much is given to TLS at once. */
const sliceBytes = 4_096

/** And so much in one round of the event loop. */
const roundBytes = 16 * sliceBytes

/**
 * A connection for TLS to be spoken over, which ends when the server sends more than 16 KiB before `release` is called,
 * or much that is no part of an answer after it. Certificates are checked before any is believed, and a host can make
 * each take ten milliseconds of the process: OpenSSL takes a hundred kilobytes of them. It takes any number of tickets
 * and new keys later on, which cost as much for 20 bytes as an answer for 50,000. However much comes at once, others
 * have their turn in between.
 */
export class BoundedConnection extends Duplex {
  private waiting = Buffer.alloc(0)
  private hasEnded = false
  private nextRound: NodeJS.Immediate | undefined
  private givenInRound = 0

  /** Bytes that TLS took since it last gave an answer, less as many as that had. */
  private surplus = 0
  private secure: Readable | undefined

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
    socket.once('close', () => {
      const reader = this.secure ?? this
      // What has come is read to its end, however late.
      if (this.hasEnded && !reader.readableEnded) reader.once('end', () => this.destroy())
      else this.destroy()
    })
  }

  /** To be called once both sides are agreed, with what is read of the connection from then on. */
  release(secure: Readable): void {
    this.secure = secure
    this.surplus = 0
    let [pieces, bytes, tickets] = [0, 0, 0]
    secure.on('session', () => {
      tickets += 1
      if (tickets > maxTickets) this.refuse('The host sends too many tickets')
    })
    const push = secure.push.bind(secure)
    secure.push = (piece: Buffer | null, ...rest) => {
      const length = piece?.length ?? 0
      pieces += 1
      bytes += length
      if (areTooSmall(pieces, bytes)) this.refuse('The host sends pieces that are too small')
      this.surplus = Math.max(0, this.surplus - length - overheadOf(length))
      return push(piece, ...rest)
    }
  }

  private refuse(why: string): void {
    this.destroy(new OutgoingError('network', why))
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
    clearImmediate(this.nextRound)
    this.socket.destroy()
    done(error)
  }

  /** Gives on what has come, slice by slice, for as long as it is taken. */
  private feed(): void {
    while (this.waiting.length > 0 && !this.destroyed) {
      const isDone = this.givenInRound >= roundBytes
      if (isDone) this.endRound()
      else {
        const slice = this.waiting.subarray(0, sliceBytes)
        this.waiting = this.waiting.subarray(sliceBytes)
        this.givenInRound += slice.length
        if (this.pass(slice)) continue
      }
      this.socket.pause()
      return
    }
    if (this.hasEnded) this.push(null)
    else this.socket.resume()
  }

  private endRound(): void {
    this.nextRound ??= setImmediate(() => {
      this.nextRound = undefined
      this.givenInRound = 0
      this.feed()
    })
  }

  /** Whether more may come. */
  private pass(slice: Buffer): boolean {
    this.surplus += slice.length
    if (this.surplus > (this.secure ? maxSurplusBytes : maxHandshakeBytes)) {
      const what = this.secure
        ? 'The host sends too much that is no answer'
        : 'The certificates of the host are too large'
      this.refuse(what)
      return false
    }
    const begun = performance.now()
    const takesMore = this.push(slice)
    if (!this.secure) this.busyMs += performance.now() - begun
    return takesMore
  }
}
