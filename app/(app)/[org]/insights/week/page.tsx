import { periodPage } from '../period-page'

export const metadata = { title: 'Week' }

export default periodPage('week')
