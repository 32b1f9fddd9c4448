/** How much time the charts of this window show. */
import type { SeriesRange } from '../../shared/schemas/session.ts'
import { createWindowStore } from './create-store.ts'

const useStore = createWindowStore<{ readonly range: SeriesRange }>({ range: 'hour' })

/** The range that was chosen last; an hour at first. */
export const useSeriesRange = (): SeriesRange => useStore(({ range }) => range)

/** Chooses a range. */
export function chooseSeriesRange(range: SeriesRange): void {
  useStore.setState({ range })
}
