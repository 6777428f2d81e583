import { organizationPage } from '@/app/organization-page'
import { type PeriodPageProps, readPeriodPage } from '../period-page'

export const metadata = { title: 'Month' }

export default organizationPage((props: PeriodPageProps) => readPeriodPage('month', props))
