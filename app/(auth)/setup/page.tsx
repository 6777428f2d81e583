import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageHeader } from '@/components/ui/page-header'
import { isSetUp } from '@/lib/organizations/setup'
import { SetupForm } from './setup-form'

export const metadata: Metadata = { title: 'Set up' }

export default async function SetupPage() {
  if (await isSetUp()) notFound()
  return (
    <>
      <PageHeader
        lead="Nobody has an account on this server yet. Yours is the first: you own the organization and invite the others."
        title="Set up Leadline"
      />
      <SetupForm />
    </>
  )
}
