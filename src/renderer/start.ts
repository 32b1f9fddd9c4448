/** Entry of the page: shows the frame from index.html before the shell's code runs. */

// A hidden or minimised window receives no frames.
const maxWaitMs = 200

await new Promise((drawn) => {
  setTimeout(drawn, maxWaitMs)
  requestAnimationFrame(() => {
    // The callback runs before its frame is drawn, and the next task runs after that.
    setTimeout(drawn, 0)
  })
})
await import('./main.tsx')
