import { connect } from 'node:net'
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport'

/** What 500 recipients are answered comes to less. */
const maxReceivedBytes = 256 * 1024

const lookEveryMs = 20

type GetSocket = NonNullable<SMTPTransportOptions['getSocket']>

/**
 * Opens connections to a mail server that end once it has sent more than an e-mail needs: each of its lines, blank ones
 * too, costs the process more than the one before.
 */
export function mailSockets(timeoutMs: number): GetSocket {
  return ({ host, port }, done) => {
    const socket = connect({ host: host ?? '', port: Number(port), autoSelectFamily: true })
    const fail = (error: Error) => {
      clearTimeout(timer)
      socket.destroy()
      done(error, false)
    }
    const timer = setTimeout(() => fail(new Error('The mail server did not accept a connection in time')), timeoutMs)
    socket.once('error', fail)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', fail)
      const look = setInterval(() => socket.bytesRead > maxReceivedBytes && socket.destroy(), lookEveryMs)
      socket.once('close', () => clearInterval(look))
      done(null, { connection: socket })
    })
  }
}
