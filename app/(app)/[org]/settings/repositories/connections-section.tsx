import { organizationSection } from '@/app/organization-page'
import { ConnectionList } from '@/components/repositories/connection-list'
import { RemoveConnection } from '@/components/repositories/remove-connection'
import { ReplaceToken } from '@/components/repositories/replace-token'
import { ShowWebhook } from '@/components/repositories/show-webhook'
import { ButtonLink, buttonClass } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { SwitchForm } from '@/components/ui/switch-form'
import type { Organization } from '@/lib/accounts/organizations/find'
import { installationUrl } from '@/lib/sources/connections/installation-url'
import type { ListedConnection } from '@/lib/sources/connections/list'
import { ConnectButtons } from './connect-buttons'
import { disconnect, replaceToken, showWebhook, takeDeployments } from './connection-actions'

type Props = {
  organization: Organization
  mayManage: boolean
  now: Date
  userId: number
  connections: ListedConnection[]
}

export const ConnectionsSection = organizationSection(readConnectionsSection)

async function readConnectionsSection({ organization, mayManage, now, userId, connections }: Props) {
  if (connections.length === 0 && !mayManage) return null
  const { id, slug, timeZone } = organization
  const installations = new Map<number, string>()
  for (const connection of mayManage ? connections : []) {
    if (connection.kind === 'app')
      installations.set(connection.id, await installationUrl({ organizationId: id, userId }, connection.id))
  }
  return (
    <Section
      id="connections"
      lead="The accounts at GitHub and GitLab through which repositories are kept up to date: what was merged so far is read, what is merged later arrives automatically. Secrets are stored encrypted."
      title="Connections"
    >
      <ConnectionList
        connections={connections}
        controls={
          mayManage
            ? (connection) => ({
                actions: (
                  <Actions
                    connection={connection}
                    installation={installations.get(connection.id)}
                    organization={slug}
                  />
                ),
                deployments: <TakesDeployments connection={connection} organization={slug} />,
              })
            : null
        }
        now={now}
        timeZone={timeZone}
      />
      {mayManage && <ConnectButtons first={connections.length === 0} organization={slug} />}
    </Section>
  )
}

type ControlProps = { connection: ListedConnection; organization: string }

function Actions({ connection, organization, installation }: ControlProps & { installation: string | undefined }) {
  const { id, installed } = connection
  const props = { connection, organization }
  return (
    <>
      {installed && (
        <ButtonLink href={`/${organization}/settings/repositories/choose/${id}`} look="quiet">
          Choose repositories
        </ButtonLink>
      )}
      {installation && (
        <a className={buttonClass(installed ? 'quiet' : 'primary')} href={installation}>
          {installed ? 'Change access at GitHub' : 'Install at GitHub'}
        </a>
      )}
      {!installation && <ShowWebhook {...props} action={showWebhook} />}
      {!installation && <ReplaceToken {...props} action={replaceToken} />}
      <RemoveConnection {...props} action={disconnect} />
    </>
  )
}

function TakesDeployments({ connection, organization }: ControlProps) {
  const { id, name, host, takesDeployments } = connection
  return (
    <div className="flex flex-col gap-0.5">
      <SwitchForm
        action={takeDeployments}
        fields={{ organization, connectionId: String(id) }}
        label={`Take deployments from ${host === 'github' ? 'GitHub' : 'GitLab'}`}
        name="takesDeployments"
        of={name}
        on={takesDeployments}
      />
      <p className="max-w-2xl text-sm text-muted">
        Only for teams whose pipelines do not post events: with both, each deployment counts twice.
      </p>
    </div>
  )
}
