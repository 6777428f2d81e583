import { periodPage } from '../period-page'

export const metadata = { title: 'Month' }

export default periodPage('month')
