import { ButtonLink } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'

export default function UnusableInvitationPage() {
  return (
    <>
      <PageHeader
        lead="An invitation works once, for seven days, unless it is withdrawn or replaced by a newer one. Ask for a new link."
        title="This invitation cannot be used"
      />
      <div className="flex">
        <ButtonLink href="/">Start page</ButtonLink>
      </div>
    </>
  )
}
