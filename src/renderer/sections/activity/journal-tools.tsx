import { Braces, Download, NotebookPen, ShieldCheck, Table2 } from 'lucide-react'
import { useState } from 'react'
import type { InputOf, OutputOf } from '../../../shared/contract.ts'
import type { ActivityCheck, ActivityFilter } from '../../../shared/schemas/activity.ts'
import { useCommand } from '../../api/use-command.ts'
import type { Task } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Note, Row, Stack } from '../../ui/layout.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { StatusText } from '../../ui/status-line.tsx'
import styles from './activity.module.css'
import { NoteDialog } from './note-dialog.tsx'

// Enough digits to compare by eye; the button copies the whole hash.
const shownDigits = 16

function CheckText({ check: { entries, lastHash, problem } }: { readonly check: ActivityCheck }) {
  const { t, format } = useTexts(['activity', 'common'])
  if (problem !== null) {
    return (
      <StatusText tone="bad">
        {[t(`verify.${problem.kind}`, { id: format.number(problem.entryId) }), t('verify.next')].join(
          t('common:between'),
        )}
      </StatusText>
    )
  }
  if (entries === 0) return <StatusText>{t('nothingYet')}</StatusText>
  return (
    <StatusText tone="good">
      <Row as="span" gap={1} wrap>
        {t('verify.whole', { total: format.number(entries) })} <code>{lastHash.slice(0, shownDigits)}…</code>
        <CopyButton text={lastHash} valueName={t('verify.fingerprint')} />
      </Row>
      <Note font="secondary">{t('verify.keep')}</Note>
    </StatusText>
  )
}

/** Verifying and exporting the journal; the results are shown until the operator leaves the section. */
export interface JournalCommands {
  readonly exporting: Task<InputOf<'activity.export'>, OutputOf<'activity.export'>>
  readonly verifying: Task<InputOf<'activity.verify'>, OutputOf<'activity.verify'>>
}

export function useJournalCommands(): JournalCommands {
  return { exporting: useCommand('activity.export'), verifying: useCommand('activity.verify') }
}

/** Buttons **Add note** and **Verify**, and menu **Export** for the filtered entries. */
export function JournalActions({
  exporting,
  verifying,
  filter,
}: JournalCommands & { readonly filter: ActivityFilter }) {
  const { t } = useTexts('activity')
  const [isWriting, setWriting] = useState(false)
  return (
    <>
      <Button Icon={NotebookPen} onClick={() => setWriting(true)}>
        {t('note.add')}
      </Button>
      {isWriting && <NoteDialog onClose={() => setWriting(false)} />}
      <Button
        Icon={ShieldCheck}
        title={t('verify.hint')}
        busy={verifying.isPending}
        onClick={() => verifying.mutate({})}
      >
        {t('verify.title')}
      </Button>
      <MenuButton
        label={t('export.title')}
        Icon={Download}
        busy={exporting.isPending}
        items={(['csv', 'json'] as const).map((form) => ({
          label: form.toUpperCase(),
          hint: t(`export.${form}`),
          Icon: form === 'csv' ? Table2 : Braces,
          onChoose: () => exporting.mutate({ form, filter }),
        }))}
      />
    </>
  )
}

/** The results of both commands as text, each in its own live region. */
export function JournalOutcomes({ exporting, verifying }: JournalCommands) {
  const { t } = useTexts(['activity', 'common'])
  const file = exporting.data?.fileName ?? null
  return (
    <Stack gap={2} className={styles.outcomes}>
      <div role="status">
        {verifying.isPending && <StatusText tone="busy">{t('verify.checking')}</StatusText>}
        {verifying.data !== undefined && <CheckText check={verifying.data} />}
        <ErrorNotice error={verifying.error} live="none" />
      </div>
      <div role="status">
        {file !== null && <StatusText tone="good">{t('common:savedAs', { file })}</StatusText>}
        <ErrorNotice error={exporting.error} live="none" />
      </div>
    </Stack>
  )
}
