import { ButtonLink } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'

export default function UnusableInvitationPage() {
  return (
    <>
      <PageHeader
        lead="An invitation works once, for seven days, until somebody withdraws it or makes a newer one. Ask whoever invited you for a new link."
        title="This invitation cannot be used"
      />
      <div className="flex">
        <ButtonLink href="/">Start page</ButtonLink>
      </div>
    </>
  )
}
