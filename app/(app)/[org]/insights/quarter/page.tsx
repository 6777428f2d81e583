import { periodPage } from '../period-page'

export const metadata = { title: 'Quarter' }

export default periodPage('quarter')
