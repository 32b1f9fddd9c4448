import type { ComponentType, ReactNode } from 'react'
import { create } from 'zustand'

/**
 * The code of a part could not be loaded. Chromium and the part both remember a failed module, so only a reload of the
 * page fetches it again.
 */
export class PartNotLoaded extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'PartNotLoaded'
  }
}

export interface Loading {
  /** Shown until the part's code is loaded. */
  readonly loading?: ReactNode
}

/**
 * A part whose code is loaded when it is first drawn, or earlier by `preload`; it throws `PartNotLoaded` into the
 * boundary around it. Not React's `lazy`: React renders suspended content in slices and restarts whenever an answer of
 * main arrives in between, which created five times as many elements during a start.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const useLoaded = create<{ readonly Part: ComponentType<Props> | null; readonly error: PartNotLoaded | null }>(
    () => ({ Part: null, error: null }),
  )
  let begun: Promise<void> | null = null
  const preload = (): Promise<void> =>
    (begun ??= load().then(
      (Part) => useLoaded.setState({ Part }),
      (cause: unknown) => useLoaded.setState({ error: new PartNotLoaded(cause) }),
    ))
  function LazyPart(props: Props & Loading) {
    const { Part, error } = useLoaded()
    if (error !== null) throw error
    if (Part !== null) return <Part {...props} />
    void preload()
    return props.loading
  }
  return Object.assign(LazyPart, { preload })
}
