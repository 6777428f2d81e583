import { createTransport } from 'nodemailer'
import { baseUrl } from '@/lib/core/base-url'
import { env } from '@/lib/core/env'
import { plural } from '@/lib/core/format'
import { log } from '@/lib/core/log'
import { tlsOptions } from '@/lib/http/outgoing/tls-options'
import type { Message } from '../content'
import { htmlMail } from '../formats/html'
import { plainText } from '../formats/plain'
import { mailSockets } from './mail-socket'
import type { Outcome } from './outcome'

/** Of each step of the conversation, and of all of it. */
const stepMs = 10_000
const totalMs = 25_000

export type Mail = {
  /** The same on every attempt. */
  id: string
  to: readonly string[]
  message: Message
  /** Why it comes. */
  footer: string
}

/**
 * Sends one e-mail to all recipients through the server of the settings. Where it accepts some of them, it is
 * delivered. Throws the reason of an aborted signal, and nothing else.
 */
export async function sendMail({ id, to, message, footer }: Mail, signal: AbortSignal): Promise<Outcome> {
  const { SMTP_URL, MAIL_FROM } = env()
  if (SMTP_URL === undefined || MAIL_FROM === undefined)
    return { result: 'given up', words: 'This server sends no e-mail: its operator has to set SMTP_URL and MAIL_FROM.' }
  if (to.length === 0)
    return { result: 'given up', words: 'No recipient is left who is a member with a confirmed address.' }
  const transport = createTransport(transportOf(SMTP_URL))
  try {
    const { rejected } = await transport.sendMail({
      from: MAIL_FROM,
      // As objects: no address is parsed out of a text.
      to: to.map((address) => ({ name: '', address })),
      subject: asItStands(message.title),
      text: `${plainText(message)}\n\n-- \n${footer}\n`,
      html: htmlMail(message, footer),
      messageId: `<${id}@${new URL(baseUrl()).hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.any([signal, AbortSignal.timeout(totalMs)]),
    })
    const refused = rejected.length > 0 ? `, which refused ${rejected.length} of them` : ''
    return { result: 'delivered', words: `Handed to the mail server for ${plural(to.length, 'recipient')}${refused}` }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    log.warn('an e-mail was not sent', { error })
    return failureOf(error)
  } finally {
    transport.close()
  }
}

/** What begins like an encoded word (RFC 2047), mail programs decode: what was taken out of a name would come back. */
function asItStands(text: string): string {
  return text.replaceAll('=?', '= ?')
}

/** A password is sent over TLS only, unless the server is on this machine. */
function transportOf(address: string) {
  const { protocol, hostname, port, username, password } = new URL(address)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const isHere = ['localhost', '127.0.0.1', '::1'].includes(host)
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  return {
    ...{ host, secure, port: Number(port) || (secure ? 465 : 587), tls: tlsOptions },
    ...(username !== '' && { auth, requireTLS: !secure && !isHere }),
    getSocket: mailSockets(stepMs),
    ...{ connectionTimeout: stepMs, greetingTimeout: stepMs, socketTimeout: stepMs, dnsTimeout: stepMs },
  }
}

/** The server's own words are for its operator, in the log. */
function failureOf(error: unknown): Outcome {
  if (error instanceof Error && 'code' in error && error.code === 'ETLS')
    return {
      result: 'again',
      words: 'The mail server does not offer TLS, without which no password is sent.',
      afterMs: null,
    }
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : null
  if (status === null || Number.isNaN(status))
    return {
      result: 'again',
      words: 'The mail server of this installation cannot be reached, or did not answer in time.',
      afterMs: null,
    }
  const words = `The mail server answered ${status}`
  // What is wrong with signing in is the operator's to mend; it says nothing of the message.
  const isFinal = status >= 500 && status !== 530 && status !== 535
  return isFinal ? { result: 'given up', words } : { result: 'again', words, afterMs: null }
}
