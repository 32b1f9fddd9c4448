import { useState } from 'react'
import type { FocusEvent } from 'react'
import type { AppId } from '../../../../shared/ids.ts'

type Presence = 'pointer' | 'focus'

interface Held {
  readonly appIds: readonly AppId[]
  readonly by: readonly Presence[]
}

/** An order that stands still while the operator is in the table. */
export interface StableOrder {
  /** The order at the moment when pointer or focus came in; null while neither is there. */
  readonly held: readonly AppId[] | null
  /** For the element around the table. */
  readonly handlers: Readonly<Record<'onPointerEnter' | 'onPointerLeave' | 'onFocus', () => void>> & {
    readonly onBlur: (event: FocusEvent) => void
  }
}

/** Holds an order under pointer and focus: a row that moves away from a click makes it choose another one. */
export function useStableOrder(appIds: readonly AppId[]): StableOrder {
  const [held, setHeld] = useState<Held | null>(null)
  const come = (presence: Presence) => (): void =>
    setHeld((before) => {
      if (before === null) return { appIds, by: [presence] }
      return before.by.includes(presence) ? before : { ...before, by: [...before.by, presence] }
    })
  const go = (presence: Presence) => (): void =>
    setHeld((before) => {
      const by = before?.by.filter((one) => one !== presence) ?? []
      return before === null || by.length === 0 ? null : { ...before, by }
    })
  return {
    held: held?.appIds ?? null,
    handlers: {
      onPointerEnter: come('pointer'),
      onPointerLeave: go('pointer'),
      onFocus: come('focus'),
      onBlur: ({ currentTarget, relatedTarget }) => {
        // From row to row it has not left.
        if (!currentTarget.contains(relatedTarget)) go('focus')()
      },
    },
  }
}
