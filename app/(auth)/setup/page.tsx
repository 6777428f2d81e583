import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { refusable } from '@/app/refusable'
import { CodeBlock } from '@/components/ui/code-block'
import { PageHeader } from '@/components/ui/page-header'
import { isSetUp } from '@/lib/accounts/organizations/setup'
import { isSetupToken } from '@/lib/accounts/organizations/setup-link'
import { zoneNames } from '@/lib/time/zone-names'
import { SetupForm } from './setup-form'

export const metadata: Metadata = { title: 'Set up' }

type Props = { searchParams: Promise<{ token?: string | string[] }> }

export default refusable(SetupPage)

async function SetupPage({ searchParams }: Props) {
  if (await isSetUp()) notFound()
  const token = [(await searchParams).token].flat()[0] ?? ''
  if (!(await isSetupToken(token))) return <WhereToFindTheLink />
  return (
    <>
      <PageHeader
        lead="This server has no organization yet. Yours is the first: you own it and invite the others."
        title="Set up Leadline"
      />
      <SetupForm token={token} zones={zoneNames()} />
    </>
  )
}

function WhereToFindTheLink() {
  return (
    <>
      <PageHeader
        lead="This server has no organization yet. Its operator sets it up with a link that npm start prints once it serves."
        title="Open the setup link"
      />
      <CodeBlock label="Prints it again, in the folder of the server">npm run -s leadline -- setup-link</CodeBlock>
    </>
  )
}
