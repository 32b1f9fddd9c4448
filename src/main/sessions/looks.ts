/** What the windows of a profile show, and so what is read faster. */
import type { AppId } from '../../shared/ids.ts'
import type { Section } from '../../shared/schemas/app.ts'

/** What one window shows. */
export interface Look {
  readonly windowId: number
  readonly section: Section
  /** The selected application; null when there is none. */
  readonly appId: AppId | null
  /** False when nobody can see it, as when it is minimised. */
  readonly isVisible: boolean
}

/** What all windows show together; without any, nothing can be seen. */
export interface Looks {
  readonly set: (look: Look) => void
  readonly forget: (windowId: number) => void
  readonly isVisible: () => boolean
  /** Whether a window that can be seen shows Sessions with this application. */
  readonly isLookedAt: (appId: AppId) => boolean
}

export function createLooks(): Looks {
  const looks = new Map<number, Look>()
  const some = (fits: (look: Look) => boolean): boolean => [...looks.values()].some(fits)
  return {
    set: (look) => {
      looks.set(look.windowId, look)
    },
    forget: (windowId) => {
      looks.delete(windowId)
    },
    isVisible: () => some(({ isVisible }) => isVisible),
    isLookedAt: (wanted) =>
      some(({ section, appId, isVisible }) => isVisible && section === 'sessions' && appId === wanted),
  }
}
