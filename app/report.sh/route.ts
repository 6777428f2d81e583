import { reporterRoute } from '@/lib/deployments/reporter/served'

export const dynamic = 'force-dynamic'

const { GET, refuse } = reporterRoute('report.sh')

export { GET, refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT }
