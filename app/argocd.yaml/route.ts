import { baseUrl } from '@/lib/core/base-url'
import { argoNotifications } from '@/lib/deployments/snippets/argo-notifications'
import { textRoute } from '@/lib/http/text-route'

export const dynamic = 'force-dynamic'

const { GET, refuse } = textRoute(() => argoNotifications(baseUrl()))

export { GET, refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT }
