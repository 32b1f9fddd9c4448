/** What the windows of a profile show, and so what is read faster. */
import type { AppId } from '../../../shared/ids.ts'
import type { Section } from '../../../shared/schemas/app.ts'

/** What one window shows. */
export interface VisibleView {
  readonly windowId: number
  readonly section: Section
  /** The selected application; null when there is none. */
  readonly appId: AppId | null
  /** False when nobody can see it, as when it is minimised. */
  readonly isVisible: boolean
}

/** What all windows show together; without any, nothing can be seen. */
export interface WindowFocus {
  readonly set: (view: VisibleView) => void
  readonly forget: (windowId: number) => void
  readonly isVisible: () => boolean
  /** Whether a window that can be seen shows Sessions with this application. */
  readonly isFocused: (appId: AppId) => boolean
}

export function createWindowFocus(): WindowFocus {
  const views = new Map<number, VisibleView>()
  const some = (fits: (view: VisibleView) => boolean): boolean => [...views.values()].some(fits)
  return {
    set: (view) => {
      views.set(view.windowId, view)
    },
    forget: (windowId) => {
      views.delete(windowId)
    },
    isVisible: () => some(({ isVisible }) => isVisible),
    isFocused: (wanted) =>
      some(({ section, appId, isVisible }) => isVisible && section === 'sessions' && appId === wanted),
  }
}
