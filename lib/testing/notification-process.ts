import { startNotificationWorker } from '@/lib/notifications/worker'
import { startSignalWorker } from '@/lib/risk/worker'

/** A process that looks for signals and sends notifications, until it is killed. */
startSignalWorker(50)
startNotificationWorker({ tickMs: 50, leaseMs: 2_000 })
setInterval(() => undefined, 60_000)
process.send?.('started')
