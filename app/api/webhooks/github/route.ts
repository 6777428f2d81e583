import { after } from 'next/server'
import { answerWebhook } from '@/lib/hosts/answer-webhook'
import { followUp } from '@/lib/hosts/follow-up'
import { githubWebhook } from '@/lib/hosts/github/webhook'
import { methodNotAllowed, route } from '@/lib/http'

export const dynamic = 'force-dynamic'

export const POST = route(async (request) => {
  const { response, followUps } = await answerWebhook(githubWebhook, request)
  if (followUps.length > 0) after(() => followUp(followUps))
  return response
})

const refuse = methodNotAllowed('POST')

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT }
