import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ExchangeId } from '../../shared/ids.ts'
import type { Exchange } from '../../shared/schemas/app.ts'
import { failureOf } from '../api/call.ts'
import { read } from '../api/queries.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useFailureText } from './describe-failure.ts'
import { Note, Stack } from '../ui/layout.tsx'
import styles from './failures.module.css'

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function textOf(exchange: Exchange): { readonly request: string; readonly answer: string } {
  const parts = (...lines: readonly (string | null)[]): string =>
    lines.filter((line) => line !== null && line !== '').join('\n')
  return {
    request: parts(`${exchange.method} ${exchange.url}`, headerLines(exchange.requestHeaders), exchange.requestBody),
    answer: parts(
      exchange.httpStatus === null ? null : `HTTP ${exchange.httpStatus}`,
      headerLines(exchange.answerHeaders),
      exchange.answerExcerpt,
      exchange.problem,
    ),
  }
}

const useExchange = (exchangeId: ExchangeId) =>
  // Otherwise the exchange of a training task would disappear and reappear with each poll.
  useQuery({ ...read('exchange.read', { exchangeId }), placeholderData: keepPreviousData })

export function ExchangeView({ exchangeId }: { readonly exchangeId: ExchangeId }) {
  const { t, format } = useTexts(['failures', 'common'])
  const text = useFailureText()
  const exchange = useExchange(exchangeId)
  const { data } = exchange
  if (exchange.isError) {
    const failure = failureOf(exchange.error)
    // Not an `ErrorNotice`, which contains this view.
    return (
      <Note>
        {text(failure).sentence}{' '}
        {failure.kind !== 'not-found' && (
          <Button size="small" busy={exchange.isFetching} onClick={() => void exchange.refetch()}>
            {t('common:retry')}
          </Button>
        )}
      </Note>
    )
  }
  if (data === undefined) return <Skeleton label={t('exchange')} lines={2} />
  const { request, answer } = textOf(data)
  return (
    <Stack as="section" gap={1} className={styles.exchange} aria-label={t('exchange')}>
      <h3>
        {t('fact.request')} · {format.dateTime(data.startedAt)}
      </h3>
      <pre>{request}</pre>
      <h3>
        {t('fact.answer')} · {format.duration(data.durationMs)}
      </h3>
      <pre>{answer === '' ? t('fact.none') : answer}</pre>
      {!data.isAnswerStored && data.httpStatus !== null && <p>{t('answerNotKept')}</p>}
    </Stack>
  )
}

function Gone() {
  const { t } = useTexts(['failures', 'common'])
  return (
    <Note>
      {t('common:about', { about: t('lastExchange') })}
      {t('sentence.gone')}
    </Note>
  )
}

function Known({ exchangeId }: { readonly exchangeId: ExchangeId }) {
  const { t, format } = useTexts('failures')
  const { data, error } = useExchange(exchangeId)
  if (error !== null && failureOf(error).kind === 'not-found') return <Gone />
  const results = data && [
    ...(data.httpStatus === null ? [] : [`HTTP ${data.httpStatus}`]),
    format.duration(data.durationMs),
  ]
  return (
    <Disclosure label={[t('lastExchange'), ...(results ?? [])].join(' · ')}>
      <ExchangeView exchangeId={exchangeId} />
    </Disclosure>
  )
}

/** The last exchange about an item, opened by a click; says so when main no longer stores the exchange. */
export function LastExchange({ exchangeId }: { readonly exchangeId: ExchangeId | null }) {
  return exchangeId === null ? <Gone /> : <Known exchangeId={exchangeId} />
}
