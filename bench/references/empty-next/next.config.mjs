import leadline from '../../../next.config.mjs'

export default leadline
