import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, it, vi } from 'vitest'
import { type AnsweringServer, startAnsweringServer } from '@/lib/testing/answering-server'
import { startMailServer } from '@/lib/testing/mail-server'
import { useSettings } from '@/lib/testing/settings'
import { sendMail } from './mail'
import { postJson } from './post'

const going = new AbortController().signal
const message = {
  title: 'Test',
  summary: null,
  facts: [],
  list: null,
  link: { text: 'Open', url: 'http://localhost/' },
}
const mail = { id: 'abc', to: ['ada@example.com'], message, footer: 'Test' }
let servers: { stop: () => Promise<void> }[] = []

afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(servers.map((server) => server.stop()))
  servers = []
})

async function serve(...listener: Parameters<typeof startAnsweringServer>): Promise<AnsweringServer> {
  const server = await startAnsweringServer(...listener)
  servers.push(server)
  return server
}

const post = (origin: string, signal = going) => postJson(`${origin}/hook`, '{}', {}, signal)

it('a receiver that never answers is given ten seconds, as is one that answers byte by byte', async () => {
  const hangs = await serve(() => undefined)
  const drips = await serve((_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 50)
    response.on('close', () => clearInterval(timer))
  })
  const outcomes = await Promise.all([post(hangs.origin), post(drips.origin)])
  expect(outcomes.map(({ result }) => result)).toEqual(['again', expect.stringMatching(/again|given up/)])
})

it('an answer without an end is not read to it, and what was received is not sent again', async () => {
  const { origin } = await serve((_request, response) => {
    response.writeHead(200)
    const more = () => response.write('x'.repeat(16_384), (error) => !error && more())
    more()
  })
  expect(await post(origin)).toMatchObject({ result: 'given up', words: expect.stringContaining('64 KiB') })
})

it.each(['http://169.254.169.254/', 'https://other.example/', '/elsewhere', '//127.0.0.1:1/'])(
  'a redirect to %s is not followed',
  async (location) => {
    const { origin, requests } = await serve((_request, response) => void response.writeHead(307, { location }).end())
    expect(await post(origin)).toMatchObject({ result: 'given up', words: expect.stringContaining('redirects') })
    expect(requests).toEqual(['/hook'])
  },
)

it('a closed port and a port that hangs read the same', async () => {
  const hangs = await serve(() => undefined)
  const closed = await serve(() => undefined)
  await closed.stop()
  const words = await Promise.all(
    [hangs, closed].map(async ({ origin, port }) => (await post(origin)).words.replace(String(port), 'PORT')),
  )
  expect(new Set(words).size).toBe(1)
})

it('what is being sent breaks off when it has to', async () => {
  const { origin } = await serve(() => undefined)
  const stop = new AbortController()
  const sending = post(origin, stop.signal)
  stop.abort(new Error('stopped'))
  await expect(sending).rejects.toThrow('stopped')
})

it('a mail server that hangs is given up after seconds, and one that refuses is believed', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  servers.push({ stop: async () => void silent.close() })
  useSettings({ SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`, MAIL_FROM: 'l@example.com' })
  expect(await sendMail(mail, going)).toMatchObject({ result: 'again' })
  const refusing = await startMailServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode: 550 })),
  })
  servers.push(refusing)
  useSettings({ SMTP_URL: refusing.url, MAIL_FROM: refusing.from })
  expect(await sendMail(mail, going)).toEqual({ result: 'given up', words: 'The mail server answered 550' })
})

it('of a mail server that sends lines without end, little is taken in', async () => {
  let sent = 0
  const endless = createServer((socket) => {
    socket.on('error', () => undefined)
    const more = () => socket.write('\r\n'.repeat(8_192), (error) => !error && more())
    socket.write('220 mail\r\n')
    socket.once('data', () => socket.write('250 mail\r\n', more))
    socket.once('close', () => (sent = socket.bytesWritten))
  }).listen(0, '127.0.0.1')
  await once(endless, 'listening')
  servers.push({ stop: async () => void endless.close() })
  useSettings({ SMTP_URL: `smtp://127.0.0.1:${(endless.address() as AddressInfo).port}`, MAIL_FROM: 'l@example.com' })
  expect(await sendMail(mail, going)).toMatchObject({ result: 'again' })
  await vi.waitFor(() => expect(sent).toBeGreaterThan(0))
  // With what lies between the two.
  expect(sent).toBeLessThan(12 * 1024 * 1024)
})

it('a password is not sent to a server elsewhere without TLS', async () => {
  let signedIn = 0
  const onAuth: SMTPServerOptions['onAuth'] = (_auth, _session, done) => {
    signedIn += 1
    done(null, { user: 'u' })
  }
  const server = await startMailServer({ authOptional: false, onAuth }, '127.0.0.2')
  servers.push(server)
  useSettings({ SMTP_URL: server.url.replace('://', '://user:secret@'), MAIL_FROM: server.from })
  expect(await sendMail(mail, going)).toMatchObject({ result: 'again', words: expect.stringContaining('TLS') })
  expect([signedIn, server.mails]).toEqual([0, []])
})
