import { after } from 'next/server'
import { methodNotAllowed, route } from '@/lib/http/http'
import { answerWebhook } from '@/lib/sources/hosts/answer-webhook'
import { followUp } from '@/lib/sources/hosts/follow-up'
import { githubWebhook } from '@/lib/sources/hosts/github/webhook'

export const dynamic = 'force-dynamic'

export const POST = route(async (request) => {
  const { response, followUps } = await answerWebhook(githubWebhook, request)
  if (followUps.length > 0) after(() => followUp(followUps))
  return response
})

const refuse = methodNotAllowed('POST')

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT }
