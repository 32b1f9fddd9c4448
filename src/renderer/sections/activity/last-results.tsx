import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { activityActionNames, activityActions } from '../../../shared/model/activity-actions.ts'
import type { ActivityRow } from '../../../shared/schemas/activity.ts'
import { read } from '../../api/queries.ts'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { Age } from '../../i18n/age.tsx'
import { go } from '../../state/location-store.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NameOrId } from '../../ui/short-id.tsx'
import { StateGlyph } from '../../ui/state-glyph.tsx'
import { Note, Row, Small, Text } from '../../ui/layout.tsx'
import { wholeJournal } from './activity-filter.ts'
import styles from './activity.module.css'
import { glyphOf } from './activity-table.tsx'
import { useEntryText } from './entry-text.ts'

const results = activityActionNames.filter((action) => activityActions[action].isResult)

const isFine = ({ outcome }: ActivityRow): boolean => outcome === 'done' || outcome === 'seen'

const lastResults = read('activity.list', {
  limit: 50,
  filter: { ...wholeJournal, actions: results, scope: 'profile' },
})

/** The last fifty results and alerts of the open profile, from the journal: what a toast said can be read again. */
export function LastResults({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation(['activity', 'app'])
  const text = useEntryText()
  const query = useQuery(lastResults)
  if (query.isError) return <QueryFailure query={query} about={t('activity:readFailed')} />
  if (query.isPending) return <Skeleton label={t('app:notices')} lines={4} />
  const { rows } = query.data
  return (
    <>
      <Row justify="between">
        <h2>{t('app:notices')}</h2>
        <Button
          onClick={() => {
            go({ section: 'activity' })
            onLeave()
          }}
        >
          {t('activity:allActivity')}
        </Button>
      </Row>
      {rows.length === 0 && <Note>{t('activity:nothingYet')}</Note>}
      <ul aria-label={t('app:notices')}>
        {rows.map((entry) => (
          <li key={entry.id} className={styles.noticed}>
            <StateGlyph kind={glyphOf(entry)} />
            {isFine(entry) && <span className="visually-hidden">{text.outcome(entry)}</span>}
            <Text as="p">
              {text.title(entry)}{' '}
              <Text tone="soft" tabular>
                <NameOrId text={entry.target} />
              </Text>
            </Text>
            <Small>
              {!isFine(entry) && `${text.outcome(entry)} · `}
              <Age at={entry.at} />
            </Small>
          </li>
        ))}
      </ul>
    </>
  )
}
