/** How much time the charts of this window show. */
import { create } from 'zustand'
import type { SeriesRange } from '../../shared/schemas/session.ts'

const useStore = create<{ readonly range: SeriesRange }>()(() => ({ range: 'hour' }))

/** The range that was chosen last; an hour at first. */
export const useSeriesRange = (): SeriesRange => useStore(({ range }) => range)

/** Chooses a range. */
export function chooseSeriesRange(range: SeriesRange): void {
  useStore.setState({ range })
}

/** Back to an hour, for tests. */
export function resetSeriesRange(): void {
  useStore.setState(useStore.getInitialState(), true)
}
