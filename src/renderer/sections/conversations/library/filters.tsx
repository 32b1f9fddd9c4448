import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import type { LibraryQuery } from '../../../../shared/schemas/library.ts'
import { read } from '../../../api/queries.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { showEntries, useLibraryQuery } from '../../../state/library-view-store.ts'
import { Select } from '../../../ui/select.tsx'
import { ToggleChip } from '../../../ui/toggle-chip.tsx'
import { Row } from '../../../ui/layout.tsx'

export interface FiltersProps {
  readonly profileId: ProfileId
}

interface TagChoiceProps {
  readonly query: LibraryQuery
  readonly tags: readonly string[]
  readonly onAsk: (query: LibraryQuery) => void
}

/** The tag to filter by; a selected one that no entry has any more stays in the list. */
function TagChoice({ query, tags, onAsk }: TagChoiceProps) {
  const { t } = useTranslation('library')
  const { tag: asked } = query
  const choices = asked === null || tags.includes(asked) ? tags : [asked, ...tags]
  if (choices.length === 0) return null
  return (
    <Select
      aria-label={t('tagFilter')}
      value={asked === null ? '' : `=${asked}`}
      onChange={(value) => {
        onAsk({ ...query, tag: value === '' ? null : value.slice(1) })
      }}
      options={[
        { value: '', label: t('anyTag') },
        ...choices.map((tag) => ({ value: `=${tag}`, label: t('tagged', { tag }) })),
      ]}
    />
  )
}

const shows = ['all', 'favourites', 'watched', 'changed', 'unread'] as const satisfies readonly LibraryQuery['show'][]

/** Which part of the library is shown, with how many there are of each, and with which tag. */
export function Filters({ profileId }: FiltersProps) {
  const { t } = useTranslation('library')
  const format = useFormat()
  const query = useLibraryQuery(profileId)
  const overview = useQuery(read('library.overview', {})).data
  // An empty library has no parts to choose from.
  if (overview?.counts.all === 0 && query.show === 'all' && query.tag === null) return null
  return (
    <>
      <Row role="group" aria-label={t('filters')} gap={1} align="stretch" wrap>
        {shows.map((show) => {
          const count = overview?.counts[show] ?? 0
          // There for lists of IDs alone.
          if (show === 'unread' && count === 0 && query.show !== show) return null
          return (
            <ToggleChip
              key={show}
              label={t(`show.${show}`)}
              icon={show === 'favourites' ? <Star aria-hidden /> : undefined}
              count={count === 0 || show === 'all' ? '' : format.number(count)}
              isOn={query.show === show}
              onToggle={() => {
                showEntries(profileId, { ...query, show: query.show === show ? 'all' : show })
              }}
            />
          )
        })}
      </Row>
      <TagChoice
        query={query}
        tags={overview?.tags ?? []}
        onAsk={(asked) => {
          showEntries(profileId, asked)
        }}
      />
    </>
  )
}
