import { useTranslation } from 'react-i18next'
import type { AppearanceGeometry } from '../../../../shared/model/conversation-view.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { edges, ratioOf, ratioText } from './geometry.ts'
import type { Layout } from './geometry.ts'
import { Text } from '../../../ui/layout.tsx'
import styles from './appearance.module.css'

export interface NotesProps {
  readonly geometry: AppearanceGeometry
  readonly layout: Layout
  readonly showsSample: boolean
  readonly showsBackground: boolean
}

function useNotes({ geometry, layout, showsSample, showsBackground }: NotesProps): readonly string[] {
  const { t } = useTranslation('media')
  const format = useFormat()
  const { canvas, person, distances, proportion } = layout
  const { proportion: text } = geometry
  const isUnreadable = text !== null && ratioOf(text) === null
  return [
    ...(person === null ? [t('appearance.noPerson')] : []),
    ...edges.flatMap((edge) =>
      distances !== null && distances[edge] < 0
        ? [t(`appearance.outside.${edge}`, { px: format.number(-distances[edge]) })]
        : [],
    ),
    ...(proportion === null || text === null
      ? []
      : [t('appearance.differs', { proportion: text, canvas: ratioText(canvas) })]),
    ...(isUnreadable ? [t('appearance.unreadable', { proportion: text.slice(0, 40) })] : []),
    ...(showsSample ? [t('appearance.sampleNote')] : []),
    ...(showsBackground ? [t('appearance.fillNote')] : []),
  ]
}

/** The drawing described in sentences. */
export function Notes(props: NotesProps) {
  const notes = useNotes(props)
  if (notes.length === 0) return null
  return (
    <Text as="ul" font="secondary" tone="soft" className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </Text>
  )
}
