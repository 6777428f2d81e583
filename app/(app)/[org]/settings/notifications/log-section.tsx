import { organizationSection } from '@/app/organization-page'
import { NotificationLog } from '@/components/notifications/notification-log'
import { ButtonForm } from '@/components/ui/button-form'
import { EmptyState } from '@/components/ui/empty-state'
import { Section } from '@/components/ui/section'
import type { Organization } from '@/lib/accounts/organizations/find'
import { listNotifications } from '@/lib/notifications/list-log'
import { sendAgain } from './actions'

type Props = { organization: Organization; mayManage: boolean; now: Date }

export const LogSection = organizationSection(readLogSection)

async function readLogSection({ organization, mayManage, now }: Props) {
  const { id, slug, timeZone } = organization
  const notifications = await listNotifications(id)
  return (
    <Section
      id="log"
      lead="The last 50 notifications, and what became of them. They are kept for 30 days."
      title="Deliveries"
    >
      {notifications.length === 0 ? (
        <EmptyState title="Nothing was sent yet">
          <p>What is sent to a destination, tests too, is listed here.</p>
        </EmptyState>
      ) : (
        <NotificationLog
          notifications={notifications}
          now={now}
          sendAgain={({ id: notificationId, title }) =>
            mayManage && (
              <ButtonForm
                action={sendAgain}
                busy="Sending…"
                hidden={{ organization: slug, notificationId }}
                look="quiet"
              >
                Send again<span className="sr-only">: {title}</span>
              </ButtonForm>
            )
          }
          timeZone={timeZone}
        />
      )}
    </Section>
  )
}
