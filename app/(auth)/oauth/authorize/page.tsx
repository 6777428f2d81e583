import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { refusable } from '@/app/refusable'
import { buttonClass } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { pageUser } from '@/lib/accounts/auth/page-member'
import { listMemberships } from '@/lib/accounts/members/list-memberships'
import {
  type AuthorizationRequest,
  answerAddress,
  type OauthProblem,
  readAuthorizationRequest,
} from '@/lib/accounts/oauth/authorization-request'
import { describeClient } from '@/lib/accounts/oauth/client'
import { describeRedirect } from '@/lib/accounts/oauth/redirect-uri'
import { AppError, statusOf } from '@/lib/core/errors'
import { refuseWith } from '@/lib/http/request-context'
import { ConsentForm } from './consent-form'

export const metadata: Metadata = { title: 'Connect an application' }

type Query = Record<string, string | string[] | undefined>

export default refusable(AuthorizePage)

async function AuthorizePage({ searchParams }: { searchParams: Promise<Query> }) {
  const user = await pageUser()
  const search = allOf(await searchParams)
  const request = await readAuthorizationRequest(search, user.id).catch((error: unknown) => {
    if (error instanceof AppError && error.code !== 'unavailable') return error
    throw error
  })
  if (request instanceof AppError) return <Unknown refusal={request} />
  if (request.problem) return <Refused problem={request.problem} request={request} />
  return consent(request, search, user)
}

async function consent(
  request: AuthorizationRequest,
  search: URLSearchParams,
  user: { id: number; email: string; name: string | null },
) {
  const { client, redirectUri } = request
  const memberships = await listMemberships(user.id)
  const { host, local } = describeRedirect(redirectUri)
  const denied = answerAddress(request, { error: 'access_denied' })
  return (
    <>
      <PageHeader lead="It is asking for read access to one of your organizations." title={`Connect ${client.name}?`} />
      <dl className="flex flex-col border-y border-line text-sm leading-relaxed [&>div+div]:border-t">
        <Fact name="Application">
          {client.name}
          <span className="block text-muted">{describeClient(client)}</span>
        </Fact>
        <Fact name="Sends you back to">
          <strong className="font-medium break-all">{host}</strong>
          {local && <span className="block text-muted">a program on this computer</span>}
        </Fact>
        <Fact name="May read">
          Deployments, pull requests, services and metrics that you can see
          <span className="block text-muted">It cannot change anything.</span>
        </Fact>
        <Fact name="Until">
          You revoke it in your profile, leave the organization or change your password
          <span className="block text-muted">Also ends after 30 days without use.</span>
        </Fact>
        <Fact name="Signed in as">
          <span className="break-words">{user.name ?? user.email}</span>
          {user.name && <span className="block break-all text-muted">{user.email}</span>}
        </Fact>
      </dl>
      {local && (
        <Notice kind="info">
          Any program on this computer can call itself {client.name}. Continue only if you just started this yourself.
        </Notice>
      )}
      {memberships.length === 0 ? (
        <>
          <EmptyState title="You belong to no organization">
            <p>There is nothing for the application to read. Ask an owner or a manager to invite you.</p>
          </EmptyState>
          <Back href={denied}>{`Back to ${client.name}`}</Back>
        </>
      ) : (
        <ConsentForm
          clientName={client.name}
          denied={denied}
          organizations={memberships.map(({ slug, name }) => ({ slug, name }))}
          redirectHost={host}
          request={search.toString()}
        />
      )}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-0.5 border-line py-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

/** No one is sent on from here: anyone may have made up the address. */
function Unknown({ refusal: { code, message, headers } }: { refusal: AppError }) {
  refuseWith(statusOf[code], headers)
  return (
    <>
      <PageHeader title="This application cannot be connected" />
      <Notice kind="refused">{message}</Notice>
    </>
  )
}

/** A link, no redirect: a mistake must not make an address of Leadline one that redirects elsewhere. */
function Refused({ problem, request }: { problem: OauthProblem; request: AuthorizationRequest }) {
  refuseWith(statusOf.invalid)
  const { client, redirectUri } = request
  return (
    <>
      <PageHeader title={`${client.name} cannot be connected`} />
      <Notice kind="refused">The application sent an invalid request: {problem.error_description}.</Notice>
      <Back href={answerAddress(request, problem)}>{`Back to ${describeRedirect(redirectUri).host}`}</Back>
    </>
  )
}

function Back({ href, children }: { href: string; children: string }) {
  return (
    <div className="flex">
      <a className={buttonClass()} href={href}>
        <span className="truncate">{children}</span>
      </a>
    </div>
  )
}

/** Every value of every name: what is there twice is refused. */
function allOf(query: Query): URLSearchParams {
  const entries = Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]))
  return new URLSearchParams(entries)
}
