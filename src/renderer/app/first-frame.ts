// A window that is hidden or minimised is given no frames.
const maxWaitMs = 200

/** Waits until the frame that index.html holds was drawn, so that it is on the screen while the shell is built. */
export function firstFrame(): Promise<void> {
  return new Promise((drawn) => {
    setTimeout(drawn, maxWaitMs)
    requestAnimationFrame(() => {
      // The callback runs before its frame is drawn, the next task after it.
      setTimeout(drawn, 0)
    })
  })
}
