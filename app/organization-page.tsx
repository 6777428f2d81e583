import type { Metadata } from 'next'
import { cache, type ReactNode } from 'react'
import { Busy } from '@/components/ui/busy'
import { pageMember } from '@/lib/auth/page-member'
import { requireMember } from '@/lib/auth/require-member'
import { AppError, statusOf } from '@/lib/errors'
import { type SharedTurn, shareTurn } from '@/lib/reports/share-turn'
import { refuseWith } from '@/lib/request-context'

type PageProps = { params: Promise<{ org: string }> }
type SectionProps = { organization: { slug: string } }

const turnOfRequest = cache((): SharedTurn => ({ current: null }))

/**
 * A page that reads data of an organization: it waits for its turn after the member is known, and is answered 503 with
 * `Retry-After` where too many of them are made at once.
 */
export function organizationPage<Props extends PageProps>(page: (props: Props) => Promise<ReactNode>) {
  return async function OrganizationPage(props: Props): Promise<ReactNode> {
    const member = await pageMember(props.params)
    try {
      return await shareTurn(turnOfRequest(), member, () => page(props))
    } catch (error) {
      if (!isRefusal(error)) throw error
      refuseWith(statusOf.unavailable, error.headers)
      return <Busy />
    }
  }
}

/** The title of such a page where it has to be read, in the turn of the page. */
export function organizationMetadata<Props extends PageProps>(read: (props: Props) => Promise<Metadata>) {
  return async function generateMetadata(props: Props): Promise<Metadata> {
    const member = await pageMember(props.params)
    try {
      return await shareTurn(turnOfRequest(), member, () => read(props))
    } catch (error) {
      if (!isRefusal(error)) throw error
      return {}
    }
  }
}

/** A part of such a page that reads data for itself. It is not refused: its answer has begun. */
export function organizationSection<Props extends SectionProps>(section: (props: Props) => Promise<ReactNode>) {
  return async function OrganizationSection(props: Props): Promise<ReactNode> {
    const member = await requireMember(props.organization.slug)
    return await shareTurn(turnOfRequest(), member, () => section(props), { mustRun: true })
  }
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'unavailable'
}
