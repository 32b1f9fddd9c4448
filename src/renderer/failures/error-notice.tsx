import { CircleAlert } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { isServiceFailure } from '../../shared/failure.ts'
import type { Failure, ServiceFailure } from '../../shared/failure.ts'
import { failureOf } from '../api/call.ts'
import { everySecond } from '../i18n/clock.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { go } from '../state/location-store.ts'
import { Button } from '../ui/button.tsx'
import controls from '../ui/controls.module.css'
import { cx } from '../ui/cx.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { useFailureText, useIsPractice } from './describe-failure.ts'
import { ExchangeView } from './exchange-view.tsx'
import { ProxySignIn } from './proxy-sign-in.tsx'
import { Note, Row, Stack, Text } from '../ui/layout.tsx'
import styles from './failures.module.css'

interface NoticeProps {
  readonly failure: Failure
  /** The affected item, such as a file name; omitted when the surrounding page names it. */
  readonly about?: string | undefined
  /** True when Greenroom reads again automatically, so that the next step is not "try again". */
  readonly readsAgain?: boolean
  /** The time of the next automatic read, in epoch milliseconds. */
  readonly nextAt?: number | undefined
  /** Repeats the failed task with a button "Try again". Never set for a command that might have been carried out. */
  readonly onRetry?: (() => void) | undefined
  readonly isRetrying?: boolean | undefined
  /** A button for a different next step, where the page has one. */
  readonly action?: ReactNode
  /** `status` announces the failure; `none` is for a permanent place that is announced differently. */
  readonly live?: 'status' | 'none'
}

export interface ErrorNoticeProps extends Omit<NoticeProps, 'failure'> {
  /** null or undefined: nothing failed, and nothing is shown. */
  readonly failure?: Failure | null | undefined
  /** The thrown value, as an alternative to `failure`. */
  readonly error?: unknown
}

// The exchange below shows the whole answer.
const maxProblems = 20

function ServiceDetails({ failure }: { readonly failure: ServiceFailure }) {
  const { t, format } = useTexts('failures')
  const text = useFailureText()
  const none = t('fact.none')
  return (
    <>
      <DescriptionList
        items={[
          { label: t('fact.operation'), value: failure.operation, mono: true },
          { label: t('fact.kind'), value: failure.kind, mono: true },
          { label: t('fact.httpStatus'), value: failure.httpStatus ?? none },
          { label: t('fact.code'), value: failure.code ?? none, mono: failure.code !== null },
          { label: t('fact.message'), value: failure.message ?? none },
          failure.kind === 'wrong-shape' && {
            label: t('fact.problems'),
            value: failure.problems.slice(0, maxProblems).join('; '),
          },
          failure.kind === 'tls' && { label: t('fact.problems'), value: failure.reason },
          { label: t('fact.certain'), value: text(failure).certain },
          { label: t('fact.at'), value: format.dateTime(failure.at) },
        ]}
      />
      {failure.exchangeId !== null && <ExchangeView exchangeId={failure.exchangeId} />}
    </>
  )
}

/**
 * Opens the field for the secret, or the practice settings: the practice service rejects a secret only because of a
 * fault set there.
 */
function ToSecret() {
  const { t } = useTexts(['app', 'settings'])
  const isPractice = useIsPractice()
  return (
    <Button
      size="small"
      onClick={() => go({ section: 'settings', ...(isPractice ? { part: 'practice' } : { field: 'secret' }) })}
    >
      {isPractice ? t('settings:parts.practice') : t('app:status.editProfile')}
    </Button>
  )
}

interface ActionsProps extends Pick<NoticeProps, 'action' | 'onRetry' | 'isRetrying'> {
  readonly needsSecret: boolean
  /** The proxy that needs a sign-in, which the operator can enter here; null when no proxy needs one. */
  readonly proxy: string | null
}

function Actions({ action, onRetry, isRetrying, needsSecret, proxy }: ActionsProps) {
  const { t } = useTexts('common')
  if (action === undefined && onRetry === undefined && !needsSecret && proxy === null) return null
  return (
    <Row gap={2} align="stretch" wrap>
      {proxy !== null && <ProxySignIn proxy={proxy} onSignedIn={onRetry} />}
      {action ?? (needsSecret && <ToSecret />)}
      {onRetry !== undefined && (
        <Button size="small" busy={isRetrying ?? false} onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </Row>
  )
}

function proxyToSignIn(failure: Failure): string | null {
  return failure.kind === 'proxy-authentication' && failure.unsupported === undefined ? failure.proxy : null
}

/** Outside the status region, because a countdown inside it would be announced every second. */
function NextTry({ at }: { readonly at: number }) {
  const { t, format } = useTexts('failures')
  const seconds = useSyncExternalStore(everySecond, () => Math.ceil((at - Date.now()) / 1_000))
  return seconds > 0 && <Note>{t('nextTry', { time: format.duration(seconds * 1_000) })}</Note>
}

function Notice(props: NoticeProps) {
  const { failure, about, action, onRetry, isRetrying, readsAgain, nextAt, live = 'status' } = props
  const { t } = useTexts('common')
  const [open, setOpen] = useState(false)
  const { sentence, next, automaticNext, unknownOutcome, needsSecret } = useFailureText()(failure)
  return (
    <Row align="start" wrap className={cx(styles.notice, controls[unknownOutcome === null ? 'bad' : 'warn'])}>
      <CircleAlert aria-hidden />
      <Stack gap={1} className={styles.words}>
        <div role={live === 'status' ? 'status' : undefined}>
          <Text as="p" font="label">
            {about !== undefined && <b>{t('about', { about })}</b>}
            {sentence}
          </Text>
          {unknownOutcome !== null && (
            <Text as="p" font="label">
              {unknownOutcome}
            </Text>
          )}
          <Note>{readsAgain === true ? automaticNext : next}</Note>
        </div>
        {nextAt !== undefined && <NextTry at={nextAt} />}
        {isServiceFailure(failure) && (
          <Disclosure label={t('details')} onToggle={setOpen}>
            {open && <ServiceDetails failure={failure} />}
          </Disclosure>
        )}
      </Stack>
      <Actions
        action={action}
        onRetry={onRetry}
        isRetrying={isRetrying}
        needsSecret={needsSecret}
        proxy={proxyToSignIn(failure)}
      />
    </Row>
  )
}

/** A failure as text: the event, the next step and any uncertainty; the code and the exchange are one click away. */
export function ErrorNotice({ error, failure, ...rest }: ErrorNoticeProps) {
  const shown = failure ?? ((error ?? null) === null ? null : failureOf(error))
  return shown === null ? null : <Notice {...rest} failure={shown} />
}
