/** Entry of the page: the frame that index.html holds is on the screen before the shell's code is run. */

// A window that is hidden or minimised is given no frames.
const maxWaitMs = 200

await new Promise((drawn) => {
  setTimeout(drawn, maxWaitMs)
  requestAnimationFrame(() => {
    // The callback runs before its frame is drawn, the next task after it.
    setTimeout(drawn, 0)
  })
})
await import('./main.tsx')
