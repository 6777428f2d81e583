import { isIP, type LookupFunction, type Socket, connect as tcpConnect } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import { Agent, type AgentConnectOpts } from 'agent-base'
import { AppError } from '@/lib/core/errors'
import { createPlaces } from '@/lib/core/places'
import { addressOfTurn } from '@/lib/http/rate-limit/client-address'
import { configuredNetwork, type Network, resolveAllowed } from './network'
import { OutgoingError } from './outgoing-error'
import { tlsOptions } from './tls-options'

/** Of one answer, head and body: a profile has a few thousand bytes, a key set twenty thousand at most. */
const maxBytes = 64 * 1024

/** From the start of a connection to the end of its only answer. */
const maxMs = 10_000

/** Strangers begin to sign in as often as they like: in so many calls at once, no address has more than its share. */
const places = { places: 16, kept: 0, share: 8, waiting: 200, maxWaitMs: 5_000 }

type Limits = { maxBytes: number; maxMs: number; places: Parameters<typeof createPlaces>[0] }

/**
 * An agent for a library that makes calls of its own: its connections lead to addresses that may be called, and to the
 * `origin` that the operator configured, private or not. Each is for one answer, bounded in bytes and time, and there
 * are few at once: others wait for their turn. What is beyond ends as a failed connection does.
 */
export function guardedAgent(
  { origin, network = configuredNetwork() }: { origin: string; network?: Network },
  limits: Limits = { maxBytes, maxMs, places },
): Agent {
  return new GuardedAgent(new URL(origin), network, limits)
}

class GuardedAgent extends Agent {
  private readonly withPlace: ReturnType<typeof createPlaces>

  constructor(
    private readonly origin: URL,
    private readonly network: Network,
    private readonly limits: Limits,
  ) {
    super({ keepAlive: false })
    this.withPlace = createPlaces(limits.places)
  }

  override connect(_request: unknown, options: AgentConnectOpts): Promise<Socket> {
    const claim = { keys: [`address ${addressOfTurn()}`], known: false }
    return new Promise((resolve, reject) => {
      this.withPlace(claim, async () => {
        const socket = await this.dial(options)
        this.bound(socket)
        const closed = new Promise((close) => socket.once('close', close))
        resolve(socket)
        await closed
      }).catch((error) =>
        reject(error instanceof AppError ? new OutgoingError('network', 'Too many calls at once') : error),
      )
    })
  }

  private async dial(options: AgentConnectOpts): Promise<Socket> {
    const host = options.host ?? ''
    const { resolve } = this.network
    const privateHosts = this.isConfigured(options) ? 'allow' : this.network.privateHosts
    const addresses = await resolveAllowed({ privateHosts, resolve }, host)
    // Not within the call: what fails at once would do so before the socket has a listener.
    const lookup: LookupFunction = (_name, _options, done) => setImmediate(done, null, addresses)
    const to = { host, port: Number(options.port), lookup, autoSelectFamily: true }
    if (!options.secureEndpoint) return tcpConnect(to)
    return tlsConnect({ ...to, ...tlsOptions, ...(isIP(host) === 0 && { servername: host }) })
  }

  private isConfigured({ host, port, secureEndpoint }: AgentConnectOpts): boolean {
    const url = new URL(`${secureEndpoint ? 'https' : 'http'}://${isIP(host ?? '') === 6 ? `[${host}]` : host}:${port}`)
    return url.origin === this.origin.origin
  }

  private bound(socket: Socket): void {
    // Without an error: one that a library no longer listens for would end the process.
    const timer = setTimeout(() => socket.destroy(), this.limits.maxMs)
    socket.on('error', () => undefined)
    socket.once('close', () => clearTimeout(timer))
    let bytes = 0
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > this.limits.maxBytes) socket.destroy()
    })
  }
}
