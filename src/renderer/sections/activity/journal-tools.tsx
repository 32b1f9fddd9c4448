import { Braces, Download, ShieldCheck, Table2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ActivityCheck, ActivityFilter } from '../../../shared/schemas/activity.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { StatusText } from '../../ui/status-line.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import styles from './activity.module.css'

/** The two things that are done with the journal as a whole, and what came of them. */
export interface JournalTools {
  readonly exporting: {
    readonly run: (form: 'csv' | 'json') => void
    readonly isRunning: boolean
    /** Name of the file that was written last; null when none was. */
    readonly fileName: string | null
    readonly error: Error | null
  }
  readonly verifying: {
    readonly run: () => void
    readonly isRunning: boolean
    readonly check: ActivityCheck | null
    readonly error: Error | null
  }
}

/** Exports the entries that match the filter, and verifies the whole journal; each on request. */
export function useJournalTools(filter: ActivityFilter): JournalTools {
  const exporting = useCommand('activity.export')
  const verifying = useCommand('activity.verify')
  return {
    exporting: {
      run: (form) => exporting.mutate({ form, filter }),
      isRunning: exporting.isPending,
      fileName: exporting.data?.fileName ?? null,
      error: exporting.error,
    },
    verifying: {
      run: () => verifying.mutate({}),
      isRunning: verifying.isPending,
      check: verifying.data ?? null,
      error: verifying.error,
    },
  }
}

export interface JournalToolsProps {
  readonly tools: JournalTools
}

/** Button **Verify** and menu **Export**. */
export function JournalActions({ tools: { exporting, verifying } }: JournalToolsProps) {
  const { t } = useTranslation('activity')
  return (
    <>
      <Button
        icon={<ShieldCheck aria-hidden />}
        title={t('verify.hint')}
        busy={verifying.isRunning}
        onClick={verifying.run}
      >
        {t('verify.title')}
      </Button>
      <MenuButton
        label={t('export.title')}
        icon={<Download aria-hidden />}
        busy={exporting.isRunning}
        items={[
          {
            label: t('export.csv'),
            hint: t('export.csvHint'),
            icon: <Table2 aria-hidden />,
            onChoose: () => exporting.run('csv'),
          },
          {
            label: t('export.json'),
            hint: t('export.jsonHint'),
            icon: <Braces aria-hidden />,
            onChoose: () => exporting.run('json'),
          },
        ]}
      />
    </>
  )
}

// Enough to distinguish by eye; the button copies all of it.
const shownDigits = 16

function Whole({ check: { entries, lastHash } }: { readonly check: ActivityCheck }) {
  const { t } = useTranslation('activity')
  const format = useFormat()
  if (entries === 0) return <StatusText>{t('verify.empty')}</StatusText>
  return (
    <StatusText tone="good">
      <Row as="span" wrap className={styles.whole}>
        {t('verify.whole', { count: entries, total: format.number(entries) })}{' '}
        <code title={lastHash}>{lastHash.slice(0, shownDigits)}…</code>
        <CopyButton text={lastHash} what={t('verify.fingerprint')} />
      </Row>
      <Text as="small" font="secondary" tone="soft" className={styles.hint}>
        {t('verify.keep')}
      </Text>
    </StatusText>
  )
}

function CheckText({ check }: { readonly check: ActivityCheck }) {
  const { t } = useTranslation('activity')
  const format = useFormat()
  if (check.problem === null) return <Whole check={check} />
  const { kind, entryId } = check.problem
  return (
    <StatusText tone="bad">
      {t(`verify.${kind}`, { id: format.number(entryId) })} {t('verify.next')}
    </StatusText>
  )
}

/** The results of verifying and of exporting as text; a live region each. */
export function JournalOutcomes({ tools: { exporting, verifying } }: JournalToolsProps) {
  const { t } = useTranslation('activity')
  return (
    <Stack gap={2} className={styles.outcomes}>
      <div role="status">
        {verifying.isRunning && <StatusText tone="busy">{t('verify.checking')}</StatusText>}
        {!verifying.isRunning && verifying.check !== null && <CheckText check={verifying.check} />}
        <ErrorNotice error={verifying.error} live="none" />
      </div>
      <div role="status">
        {exporting.fileName !== null && (
          <StatusText tone="good">{t('export.written', { file: exporting.fileName })}</StatusText>
        )}
        <ErrorNotice error={exporting.error} live="none" />
      </div>
    </Stack>
  )
}
