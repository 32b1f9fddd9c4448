import { lazy } from 'react'
import type { ComponentType } from 'react'

/**
 * The code of a part could not be loaded. Chromium keeps a module that failed, as React does: only a reload of the page
 * fetches it again.
 */
export class PartNotLoaded extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'PartNotLoaded'
  }
}

/** React's `lazy`, which throws `PartNotLoaded` into the boundary around it. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      throw new PartNotLoaded(error)
    }
  })
}
