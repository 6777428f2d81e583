import type { Metadata } from 'next'
import { cache, type ReactNode } from 'react'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { type Member, requireMember } from '@/lib/accounts/auth/require-member'
import { type SharedTurn, shareTurn } from '@/lib/web/share-turn'
import { refusable, unlessRefused } from './refusable'

type PageProps = { params: Promise<{ org: string }> }
type SectionProps = { organization: { slug: string } }

const turnOfRequest = cache((): SharedTurn => ({ current: null }))

/**
 * A page that reads data of an organization: it waits for its turn after the member is known, and is answered 503 with
 * `Retry-After` where too many of them are made at once.
 */
export function organizationPage<Props extends PageProps>(
  page: (props: Props) => Promise<ReactNode>,
  options?: { alone: boolean },
) {
  return refusable((props: Props) => inTurn(props, page), options)
}

/** The title of such a page where it has to be read, in the turn of the page. */
export function organizationMetadata<Props extends PageProps>(read: (props: Props) => Promise<Metadata>) {
  return function generateMetadata(props: Props): Promise<Metadata> {
    return unlessRefused(
      () => inTurn(props, read),
      () => ({}),
    )
  }
}

/** What a page reads in its turn while the beginning of it is sent. Throws `unavailable` where too much is read at once. */
export async function readInTurn<T>(member: Member, work: () => Promise<T>): Promise<T> {
  return await shareTurn(turnOfRequest(), member, work)
}

/** A part of such a page that reads data for itself. It waits for its turn as long as it takes: its answer has begun. */
export function organizationSection<Props extends SectionProps>(section: (props: Props) => Promise<ReactNode>) {
  return refusable(async (props: Props) => {
    const member = await requireMember(props.organization.slug)
    return await shareTurn(turnOfRequest(), member, () => section(props), { mustRun: true })
  })
}

async function inTurn<Props extends PageProps, T>(props: Props, work: (props: Props) => Promise<T>): Promise<T> {
  const member = await pageMember(props.params)
  return await shareTurn(turnOfRequest(), member, () => work(props))
}
