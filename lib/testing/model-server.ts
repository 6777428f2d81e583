import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Sentence } from '@/lib/summaries/check-sentences'
import type { Fact } from '@/lib/summaries/facts'
import { startAnsweringServer } from './answering-server'

/** What the stand-in was given. */
export type ModelRequest = {
  authorization: string | undefined
  body: { model: string; messages: { role: string; content: string }[]; response_format?: { type: string } }
  /** The data of the prompt. */
  given: { about: string; facts: Fact[]; names: string[]; pullRequests: { title: string; fact: string }[] }
}

export type ModelBehavior = (response: ServerResponse, request: ModelRequest) => void

export type ModelServer = {
  baseUrl: string
  requests: ModelRequest[]
  /** How it answers from now on. */
  behave: (behavior: ModelBehavior) => void
  /** How many requests it holds open. */
  held: () => number
  /** Answers all that it holds open. */
  answerHeld: (behavior: ModelBehavior) => void
  stop: () => Promise<void>
}

/** Starts a stand-in for an OpenAI-compatible endpoint on a loopback address; it answers well until told otherwise. */
export async function startModelServer(first: ModelBehavior = answersWell()): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const held = new Map<ServerResponse, ModelRequest | null>()
  let behavior = first
  const server = await startAnsweringServer(async (request, response) => {
    held.set(response, null)
    response.on('close', () => held.delete(response))
    const body = JSON.parse(await textOf(request)) as ModelRequest['body']
    const given = JSON.parse(body.messages.at(-1)?.content ?? '{}') as ModelRequest['given']
    const { authorization } = request.headers
    const received = { authorization, body, given }
    requests.push(received)
    held.set(response, received)
    behavior(response, received)
  })
  return {
    baseUrl: `${server.origin}/v1`,
    requests,
    behave: (next) => {
      behavior = next
    },
    held: () => held.size,
    answerHeld: (late) => {
      for (const [response, request] of held) if (request) late(response, request)
    },
    stop: server.stop,
  }
}

/** Says so much of what it was given, as asked, or what `sentencesOf` makes of it. */
export function answersWell(sentencesOf = sayFirst): ModelBehavior {
  return (response, request) => send(response, answer(JSON.stringify({ sentences: sentencesOf(request.given) })))
}

/** Says texts, each with all ids that there are. */
export function says(...texts: string[]): ModelBehavior {
  return answersWell(({ facts }) => texts.map((text) => ({ text, cites: facts.map(({ id }) => id) })))
}

/** Believes what titles tell it. */
export const obeysTitles = answersWell(({ facts, pullRequests }) =>
  pullRequests.flatMap(({ title }) => {
    const order = /say (?:that )?(.+)$/i.exec(title)?.[1]
    return order === undefined ? [] : [{ text: `${order}.`, cites: facts.map(({ id }) => id) }]
  }),
)

/** Answers with this text where the JSON of a summary belongs. */
export function writes(content: string): ModelBehavior {
  return (response) => send(response, answer(content))
}

/** Answers with this, whatever it is. */
export function sends(body: string | Uint8Array, status = 200, headers: Record<string, string> = {}): ModelBehavior {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)
  }
}

/** Takes the request and says nothing. */
export const hangs: ModelBehavior = () => undefined

/** Sends a head and then nothing. */
export const hangsAfterHead: ModelBehavior = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders()
}

/** Sends a space again and again, and never the end. */
export const drips: ModelBehavior = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}

/** Sends as much as is taken, for ever. */
export const neverEnds: ModelBehavior = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const chunk = ' '.repeat(64 * 1024)
  const pour = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', pour)
  pour()
}

/** Sends half of an answer and closes the connection. */
export const breaksOff: ModelBehavior = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
  response.write('{"choices":[{"mess', () => response.destroy())
}

function sayFirst({ facts }: ModelRequest['given']): Sentence[] {
  return facts.slice(0, 3).map(({ id, text }) => ({ text: `The report shows ${text}.`, cites: [id] }))
}

/** What such an endpoint answers around a text. */
function answer(content: string): string {
  return JSON.stringify({
    id: 'answer-1',
    object: 'chat.completion',
    created: 1,
    model: 'another-name',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1200, completion_tokens: 300, total_tokens: 1500 },
  })
}

function send(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(body)
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}
