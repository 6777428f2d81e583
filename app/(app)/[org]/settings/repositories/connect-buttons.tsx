import { ConnectApp } from '@/components/repositories/connect-app'
import { ConnectToken } from '@/components/repositories/connect-token'
import { defaultBaseUrls } from '@/lib/sources/connections/schema'
import { connectToken, createApp } from './connection-actions'

/** The ways to connect a host; `first` when nothing else is the next step. */
export function ConnectButtons({ organization, first }: { organization: string; first: boolean }) {
  return (
    <div className="flex flex-wrap gap-2 text-ink">
      <ConnectApp action={createApp} look={first ? 'primary' : 'secondary'} organization={organization} />
      {(['github', 'gitlab'] as const).map((host) => (
        <ConnectToken
          action={connectToken}
          defaultBaseUrl={defaultBaseUrls[host]}
          host={host}
          key={host}
          organization={organization}
        />
      ))}
    </div>
  )
}
