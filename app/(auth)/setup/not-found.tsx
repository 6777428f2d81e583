import { ButtonLink } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'

export default function SetUpAlreadyPage() {
  return (
    <>
      <PageHeader
        lead="It has its first owner. They, and the managers they name, invite everybody else."
        title="This server is set up already"
      />
      <div className="flex">
        <ButtonLink href="/sign-in" look="primary">
          Sign in
        </ButtonLink>
      </div>
    </>
  )
}
