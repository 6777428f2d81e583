import { organizationPage } from '@/app/organization-page'
import { type PeriodPageProps, readPeriodPage } from '../period-page'

export const metadata = { title: 'Week' }

export default organizationPage((props: PeriodPageProps) => readPeriodPage('week', props))
