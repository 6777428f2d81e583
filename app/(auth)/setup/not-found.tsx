import { ButtonLink } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'

export default function SetUpAlreadyPage() {
  return (
    <>
      <PageHeader
        lead="People come in by an invitation: from an owner or a manager, or from the operator of the server."
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
