import { ImageOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../../shared/failure.ts'
import { needsConversation } from '../../../../shared/model/creation-template.ts'
import { needsReview } from '../../../../shared/model/findings.ts'
import type { CreationFields, CreationTicket, Draft } from '../../../../shared/schemas/avatar.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { useIsOlder } from '../../../i18n/use-is-older.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { thumbnailUrl } from '../image-url.ts'
import styles from './confirm-creation-dialog.module.css'
import { ConfirmationError } from './confirmation-error.tsx'
import type { Creation, CreationRequest } from './use-creation.ts'

export interface ConfirmCreationDialogProps {
  readonly creation: Creation
  readonly request: CreationRequest
  /** Fields of drafts without custom ones. */
  readonly shared: CreationFields
}

interface TicketProps {
  readonly ticket: CreationTicket
}

function Balance({ ticket }: TicketProps) {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const { balance, balanceFailure, count, queued, floor } = ticket
  if (balance === null) {
    return (
      <>
        <StatusLine tone="warn">{t('confirm.noBalance')}</StatusLine>
        {balanceFailure !== null && <ErrorNotice failure={balanceFailure} live="none" />}
      </>
    )
  }
  const left = balance.avatarCreationsLeft - queued - count
  const values = {
    count,
    balance: format.number(balance.avatarCreationsLeft),
    left: format.number(left),
  }
  return (
    <div className={styles.balance}>
      <p className={styles.uses}>{left < 0 ? t('confirm.short', values) : t('confirm.uses', values)}</p>
      <p className={styles.readAt}>
        {t('confirm.readAt', { time: format.time(balance.at) })}
        {queued > 0 && `; ${t('confirm.alsoQueued', { count: queued })}`}
        {floor > 0 && `; ${t('confirm.floor', { floor: format.number(floor) })}`}
      </p>
    </div>
  )
}

const estimatedHeight = 32

function Items({ ticket }: TicketProps) {
  const { t } = useTranslation('avatars')
  const label = t('confirm.willBeMade', { count: ticket.count })
  return (
    <div className={styles.made}>
      <h3>{label}</h3>
      <VirtualList
        label={label}
        items={ticket.items.map((item, index) => ({ ...item, index }))}
        // Names may repeat and no other field is unique; the list never changes its order.
        keyOf={({ index }) => String(index)}
        estimatedHeight={estimatedHeight}
      >
        {({ name, image }) => (
          <div className={styles.item}>
            <span className={styles.thumb}>
              {image === null ? (
                <ImageOff aria-hidden />
              ) : (
                <img src={thumbnailUrl(image.imageId)} alt="" loading="lazy" />
              )}
            </span>
            <span className={styles.name}>{name === '' ? t('confirm.unnamed') : name}</span>
            {image === null && <span className="visually-hidden">{t('confirm.withoutImage')}</span>}
          </div>
        )}
      </VirtualList>
    </div>
  )
}

// Its findings are not complete: not analysed yet, or not converted yet.
function isBeingChecked({ original, prepared, analysis }: Draft): boolean {
  return original !== null && (analysis === null || (prepared === null && analysis.decoded))
}

// More would push what is confirmed out of the dialog.
const maxNamed = 6

function Warnings({ request }: Pick<ConfirmCreationDialogProps, 'request'>) {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  if (request.kind === 'job') {
    return request.job.state === 'unknown' ? <StatusLine tone="warn">{t('confirm.twice')}</StatusLine> : null
  }
  const doubtful = request.drafts.filter(({ findings }) => needsReview(findings))
  const unchecked = request.drafts.filter(isBeingChecked).length
  const others = doubtful.length - maxNamed
  const names = [
    ...doubtful.slice(0, maxNamed).map(({ fileName }) => fileName),
    ...(others > 0 ? [t('confirm.others', { count: others })] : []),
  ]
  return (
    <>
      {unchecked > 0 && <StatusLine tone="info">{t('confirm.checking', { count: unchecked })}</StatusLine>}
      {doubtful.length > 0 && (
        <StatusLine tone="warn">
          {t('confirm.problems', { count: doubtful.length, names: format.list(names) })}
        </StatusLine>
      )}
    </>
  )
}

// A profile may send images without one; an avatar without an image is always made from one.
function useIsConversationSent({ items }: CreationTicket): boolean {
  const rules = useOpenProfile()?.profile.creation
  return rules === undefined || items.some(({ image }) => needsConversation(image !== null, rules))
}

type FieldsProps = TicketProps & Pick<ConfirmCreationDialogProps, 'request' | 'shared'>

function FieldsLine({ ticket, request, shared }: FieldsProps) {
  const { t } = useTranslation('avatars')
  const sent = useIsConversationSent(ticket) ? 'confirm.withFields' : 'confirm.withoutConversation'
  const { voice, conversationId, language } = request.kind === 'job' ? request.job.fields : shared
  const drafts = request.kind === 'drafts' ? request.drafts : []
  const own = drafts.filter((draft) => Object.keys(draft.overrides).length > 0).length
  return (
    <p className={styles.fields}>
      {t(sent, { voice, conversationId, language: language === '' ? 'English' : language })}
      {own > 0 && ` ${t('confirm.ownFields', { count: own })}`}
    </p>
  )
}

const expiryReasons = ['confirmation-expired', 'confirmation-used']

const isRefusedAsOld = (failure: Failure | null): boolean =>
  failure?.kind === 'refused' && expiryReasons.includes(failure.reason)

function Body({ creation: { ticket }, request, shared }: ConfirmCreationDialogProps) {
  const { t } = useTranslation('avatars')
  if (ticket === null) return null
  return (
    <>
      <Balance ticket={ticket} />
      <Warnings request={request} />
      <Items ticket={ticket} />
      <FieldsLine ticket={ticket} request={request} shared={shared} />
      <p className={styles.pays}>
        {t('confirm.pays', { count: ticket.count })}
        {ticket.items.some(({ image }) => image === null) && ` ${t('confirm.countedAll')}`}
      </p>
    </>
  )
}

/**
 * `unread`: there is nothing to confirm. `old`: what is shown can no longer be confirmed. `failed`: it was confirmed, and
 * its ticket is spent.
 */
type Phase = 'reading' | 'unread' | 'old' | 'failed' | 'ready'

function usePhase({ ticket, failure, hasFailed, isReading }: Creation): Phase {
  const isPast = useIsOlder(ticket?.expiresAt ?? null, 0)
  if (isReading) return 'reading'
  if (isPast || isRefusedAsOld(failure)) return 'old'
  if (hasFailed) return 'failed'
  return ticket === null && failure !== null ? 'unread' : 'ready'
}

interface WhyNotProps {
  readonly phase: Phase
  readonly failure: Failure | null
}

/** Why this confirmation does not go on, and what is certain then. */
function WhyNot({ phase, failure }: WhyNotProps) {
  const { t } = useTranslation('avatars')
  // A fault of the program may have come after the jobs were written; any other one came before.
  const certain = failure?.kind === 'internal' ? 'confirm.unclear' : 'confirm.notAdded'
  return (
    <>
      <StatusLine tone="warn">{phase === 'old' ? t('confirm.expired') : null}</StatusLine>
      <StatusLine tone="warn">{phase === 'failed' ? t(certain) : null}</StatusLine>
      {failure !== null && !isRefusedAsOld(failure) && <ConfirmationError failure={failure} />}
    </>
  )
}

/** **Confirm creation**: what is spent, on what, with a balance read just now. The focus starts on Cancel. */
export function ConfirmCreationDialog(props: ConfirmCreationDialogProps) {
  const { t } = useTranslation('avatars')
  const { creation } = props
  const accent = useOpenProfile()?.profile.colour ?? 'teal'
  const phase = usePhase(creation)
  const count = creation.ticket?.count
  const createLabel = count === undefined ? t('confirm.create') : t('createCount', { count })
  const action =
    phase === 'ready' || phase === 'reading'
      ? { label: createLabel, onClick: creation.confirm }
      : { label: t('readAgain'), onClick: creation.readAgain }
  return (
    <Dialog
      title={t('confirm.title')}
      size="wide"
      colour={accent}
      onClose={creation.cancel}
      action={{ ...action, busy: creation.isConfirming, disabled: phase === 'reading' }}
    >
      {phase === 'reading' && <Skeleton label={t('confirm.reading')} lines={4} />}
      <Body {...props} />
      <WhyNot phase={phase} failure={creation.failure} />
    </Dialog>
  )
}
