// Preloaded by Next, building and serving: it ends when the process that started it is gone, however that ended. The
// server itself does so in its own way, after it has written what it keeps in memory.
process.once('disconnect', () => {
  if (process.listenerCount('disconnect') === 0) process.exit(1)
})
