import { organizationPage } from '@/app/organization-page'
import { type PeriodPageProps, readPeriodPage } from '../period-page'

export const metadata = { title: 'Quarter' }

export default organizationPage((props: PeriodPageProps) => readPeriodPage('quarter', props))
