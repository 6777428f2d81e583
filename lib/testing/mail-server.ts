import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type MailServer = {
  url: string
  from: string
  mails: (Email & { raw: string; to: string[] })[]
  stop: () => Promise<void>
}

/** A real SMTP server on this machine that keeps what it gets. */
export async function startMailServer(options: SMTPServerOptions = {}, address = '127.0.0.1'): Promise<MailServer> {
  const mails: MailServer['mails'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    async onData(stream, session, done) {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream) chunks.push(chunk as Buffer)
      } catch {
        // Its sender was killed meanwhile.
        return done(new Error('broken off'))
      }
      const raw = Buffer.concat(chunks).toString()
      const to = session.envelope.rcptTo.map(({ address }) => address)
      mails.push({ ...(await PostalMime.parse(raw)), raw, to: to as never })
      done()
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, address)
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${address}:${port}`,
    from: 'Leadline <leadline@example.com>',
    mails,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
