import {
  createCipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { cert, key } from './certificate'

/** What a server may send at any time once both sides are agreed: tickets for later sessions, or new keys. */
export type Surplus = 'tickets' | 'new keys'

/**
 * A server of `localhost` that speaks just enough of TLS 1.3 (RFC 8446, with X25519 and AES-128-GCM) to agree with a
 * client, sends so many messages that are no answer, and then nothing more; with `pieceBytes`, so many bytes of an
 * answer behind every 700 tickets or each new key. Gives its origin.
 */
export async function serveSurplus(surplus: Surplus, count: number, pieceBytes = 0): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (hello: Buffer) => {
      const keys = agree(socket, hello.subarray(5))
      // Its Finished, and its request behind it.
      socket.once('data', () => socket.write(flood(keys, surplus, count, pieceBytes)))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `https://localhost:${(server.address() as AddressInfo).port}`
}

function flood(keys: Keys, surplus: Surplus, count: number, pieceBytes: number): Buffer {
  const ticket = message(4, [
    uint(0, 2),
    uint(7_200, 2),
    uint(0, 2),
    uint(1, 2),
    uint(0, 1),
    uint(1, 2),
    uint(7, 1),
    uint(0, 2),
  ])
  const records: Buffer[] = []
  if (pieceBytes > 0) records.push(keys.seal(23, Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n')))
  for (let sent = 0; sent < count; sent += surplus === 'tickets' ? 700 : 1) {
    if (surplus === 'tickets')
      records.push(keys.seal(22, Buffer.concat(Array.from({ length: Math.min(700, count - sent) }, () => ticket))))
    else {
      records.push(keys.seal(22, message(24, [uint(0, 1)])))
      keys.update()
    }
    if (pieceBytes > 0) records.push(keys.seal(23, Buffer.alloc(pieceBytes, 32)))
  }
  return Buffer.concat(records)
}

/** Answers the first message of a client up to the server's Finished; the keys of what comes behind it. */
function agree(socket: Socket, hello: Buffer): Keys {
  const { sessionId, share } = read(hello)
  const own = generateKeyPairSync('x25519')
  const peer = { kty: 'OKP', crv: 'X25519', x: share.toString('base64url') }
  const publicKey = createPublicKey({ key: peer, format: 'jwk' })
  const ownShare = Buffer.from(own.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const extensions = Buffer.concat([
    ...[uint(43, 2), uint(2, 2), uint(0x0304, 2)],
    ...[uint(51, 2), uint(36, 2), uint(29, 2), uint(32, 2), ownShare],
  ])
  const answer = message(2, [
    ...[uint(0x0303, 2), randomBytes(32), uint(sessionId.length, 1), sessionId, uint(0x1301, 2), uint(0, 1)],
    ...[uint(extensions.length, 2), extensions],
  ])
  const none = Buffer.alloc(32)
  const early = hmac(none, none)
  const agreed = hmac(derive(early, 'derived', hash()), diffieHellman({ privateKey: own.privateKey, publicKey }))
  const secret = derive(agreed, 's hs traffic', hash(hello, answer))
  const der = new X509Certificate(cert).raw
  const chain = [uint(0, 1), uint(der.length + 5, 3), uint(der.length, 3), der, uint(0, 2)]
  const said = [hello, answer, message(8, [uint(0, 2)]), message(11, chain)]
  const proof = [Buffer.alloc(64, 32), Buffer.from('TLS 1.3, server CertificateVerify\0'), hash(...said)]
  const signature = sign('sha256', Buffer.concat(proof), createPrivateKey(key))
  said.push(message(15, [uint(0x0403, 2), uint(signature.length, 2), signature]))
  said.push(message(20, [hmac(derive(secret, 'finished'), hash(...said))]))
  const sealed = new Keys(secret).seal(22, Buffer.concat(said.slice(2)))
  socket.write(Buffer.concat([uint(22, 1), uint(0x0303, 2), uint(answer.length, 2), answer, sealed]))
  return new Keys(derive(hmac(derive(agreed, 'derived', hash()), none), 's ap traffic', hash(...said)))
}

/** The session id of a ClientHello, and its share of X25519. */
function read(hello: Buffer): { sessionId: Buffer; share: Buffer } {
  const sessionId = hello.subarray(39, 39 + hello.readUInt8(38))
  const ciphers = 39 + sessionId.length
  const compressions = ciphers + 2 + hello.readUInt16BE(ciphers)
  let at = compressions + 1 + hello.readUInt8(compressions) + 2
  while (hello.readUInt16BE(at) !== 51) at += 4 + hello.readUInt16BE(at + 2)
  at += 6
  while (hello.readUInt16BE(at) !== 29) at += 4 + hello.readUInt16BE(at + 2)
  return { sessionId, share: hello.subarray(at + 4, at + 36) }
}

class Keys {
  private sequence = 0n

  constructor(private secret: Buffer) {}

  seal(type: number, content: Buffer): Buffer {
    const nonce = derive(this.secret, 'iv', Buffer.alloc(0), 12)
    nonce.writeBigUInt64BE(nonce.readBigUInt64BE(4) ^ this.sequence, 4)
    this.sequence += 1n
    const head = Buffer.concat([uint(23, 1), uint(0x0303, 2), uint(content.length + 17, 2)])
    const cipher = createCipheriv('aes-128-gcm', derive(this.secret, 'key', Buffer.alloc(0), 16), nonce).setAAD(head)
    const sealed = cipher.update(Buffer.concat([content, uint(type, 1)]))
    return Buffer.concat([head, sealed, cipher.final(), cipher.getAuthTag()])
  }

  update(): void {
    this.secret = derive(this.secret, 'traffic upd')
    this.sequence = 0n
  }
}

/** HKDF-Expand-Label of TLS 1.3, for at most 32 bytes. */
function derive(secret: Buffer, label: string, context: Buffer = Buffer.alloc(0), length = 32): Buffer {
  const name = Buffer.from(`tls13 ${label}`)
  const parts = [uint(length, 2), uint(name.length, 1), name, uint(context.length, 1), context, uint(1, 1)]
  return hmac(secret, Buffer.concat(parts)).subarray(0, length)
}

function hmac(secret: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', secret).update(data).digest()
}

function hash(...messages: readonly Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(messages)).digest()
}

function message(type: number, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([uint(type, 1), uint(body.length, 3), body])
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
