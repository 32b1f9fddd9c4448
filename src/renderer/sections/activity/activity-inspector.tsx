import { useQuery } from '@tanstack/react-query'
import type { JobId } from '../../../shared/ids.ts'
import { closeActions, closeRunActions } from '../../../shared/model/activity-actions.ts'
import type { ActivityRow } from '../../../shared/schemas/activity.ts'
import { jobById } from '../../api/queries.ts'
import { useShownProfile } from '../../api/shown-profile.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { LastExchange } from '../../failures/exchange-view.tsx'
import { SaveEvidence } from '../../failures/save-evidence.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { showInQueue } from '../../state/view-preferences-store.ts'
import { jsonOf, useCopyItems } from '../../state/use-copy-items.ts'
import { Button } from '../../ui/button.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Inspector } from '../../ui/inspector.tsx'
import type { InspectorProps } from '../../ui/inspector.tsx'
import { Note, Row, Small, Stack } from '../../ui/layout.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { StateGlyph } from '../../ui/state-glyph.tsx'
import styles from './activity.module.css'
import { isBatch } from './activity-lines.ts'
import { glyphOf } from './activity-table.tsx'
import { isInterrupted } from './entry-text.ts'
import type { EntryText } from './entry-text.ts'

interface ActProps {
  readonly act: ActivityRow
  readonly text: EntryText
}

function Facts({ act, text }: ActProps) {
  const { t, format } = text
  const outcome = (
    <Row as="span" gap={2}>
      <StateGlyph kind={glyphOf(act)} />
      {text.outcome(act)}
    </Row>
  )
  const facts = text.facts(act)
  return (
    <DescriptionList
      items={[
        { label: t('column.outcome'), value: outcome },
        { label: t('column.at'), value: format.dateTime(act.at) },
        act.target !== '' && {
          label: t('column.target'),
          value: (
            <Stack>
              {act.label !== '' && <bdi>{act.label}</bdi>}
              <bdi>{act.batch === null ? act.target : text.target(act)}</bdi>
            </Stack>
          ),
        },
        { label: t('column.operator'), value: act.operator },
        act.profileName !== null && { label: t('column.profile'), value: act.profileName },
        facts.length > 0 && {
          label: t('column.details'),
          value: (
            <Stack>
              {facts.map((fact) => (
                <bdi key={fact} className={styles.fact}>
                  {fact}
                </bdi>
              ))}
            </Stack>
          ),
        },
      ]}
    />
  )
}

function Entries({ act, text: { t, entryTitle, format } }: ActProps) {
  return (
    <section className={styles.entries}>
      <h3>{t('entries')}</h3>
      <ol>
        {[act, ...act.earlier].reverse().map(({ id, at, action, isIntent, facts, hash }) => (
          <li key={id}>
            <code>#{id}</code>
            <Stack>
              <span>{isIntent ? t('intent') : entryTitle({ action, facts })}</span>
              <Small tabular>{format.time(at)}</Small>
            </Stack>
            <ShortId id={hash} valueName={t('hash')} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function ShowInQueue({ jobId }: { readonly jobId: JobId }) {
  const { t } = useTexts('activity')
  // A removed job is in no queue.
  const { data: job } = useQuery(jobById(jobId))
  if (!job) return null
  return (
    <Button tone="primary" onClick={() => showInQueue(jobId)}>
      {t('showInQueue')}
    </Button>
  )
}

function CreationEvidence({ jobId }: { readonly jobId: JobId }) {
  const image = useQuery(jobById(jobId)).data?.image ?? null
  return <SaveEvidence subject={{ kind: 'creation', jobId, withImage: false }} hasImage={image !== null} />
}

/** Evidence of a creation, close or close run of the open profile. A batch has none: each avatar has its own. */
function Evidence({ act }: Pick<ActProps, 'act'>) {
  const profileId = useShownProfile()
  const { action, facts } = act
  if (act.profileId !== profileId || act.isInProgress || isBatch(act)) return null
  if (action.startsWith('avatar.') && facts.jobId !== undefined) return <CreationEvidence jobId={facts.jobId} />
  if (!closeActions.has(action) && !closeRunActions.has(action)) return null
  return <SaveEvidence subject={{ kind: 'entry', entryId: act.id }} />
}

/**
 * `complementary` **Activity details**: one act with its entries and its last exchange. A failure shows the exchange in
 * its own details.
 */
export function ActivityInspector({
  act,
  text,
  ...rest
}: ActProps & Pick<InspectorProps, 'onClose' | 'onPrevious' | 'onNext'>) {
  const { t } = useTexts(['activity', 'common'])
  const copy = useCopyItems().json(jsonOf(act))
  const profileId = useShownProfile()
  const { jobId } = act.facts
  return (
    <Inspector
      label={t('activity:inspector')}
      title={text.title(act)}
      footer={
        <>
          {jobId !== undefined && !isBatch(act) && act.profileId === profileId && <ShowInQueue jobId={jobId} />}
          <Button Icon={copy.Icon} onClick={copy.onChoose}>
            {copy.label}
          </Button>
        </>
      }
      {...rest}
    >
      <ErrorNotice failure={act.failure} live="none" />
      {isInterrupted(act) && <Note tone="warn">{t('common:interrupted')}</Note>}
      <Facts act={act} text={text} />
      <Entries act={act} text={text} />
      {act.failure === null && act.exchangeId !== null && <LastExchange key={act.id} exchangeId={act.exchangeId} />}
      <Evidence key={act.act} act={act} />
    </Inspector>
  )
}
