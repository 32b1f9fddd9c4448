import { Braces, Download, FileText, IndentIncrease, SquareTerminal } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '../../../../shared/contract.ts'
import { call, failureOf } from '../../../api/call.ts'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { StatusText } from '../../../ui/status-line.tsx'
import styles from './export-menu.module.css'

export interface ExportMenuProps {
  readonly snapshotId: string
}

type Choice = InputOf<'conversation.export'>['form'] | 'curl'

/** The result of an export; null when the operator cancelled. */
type Outcome =
  | { readonly kind: 'written'; readonly fileName: string }
  | { readonly kind: 'copied' }
  | { readonly kind: 'not-copied' }
  | null

const sayingMs = 8_000

async function outcomeOf(snapshotId: string, choice: Choice, { profileId }: ProfileScope): Promise<Outcome> {
  if (choice === 'curl') {
    const { text } = await call('conversation.curl', { snapshotId }, profileId)
    return { kind: copyText(text) ? 'copied' : 'not-copied' }
  }
  const { fileName } = await call('conversation.export', { snapshotId, form: choice }, profileId)
  return fileName === null ? null : { kind: 'written', fileName }
}

/** Does what was chosen, one at a time; a result is said for a while, a failure until it is put away. */
function useExport(snapshotId: string) {
  const { mutate, reset, isPending, data, error } = useProfileTask({
    run: (choice: Choice, scope) => outcomeOf(snapshotId, choice, scope),
  })
  useEffect(() => {
    if (data === undefined) return undefined
    const timer = setTimeout(reset, sayingMs)
    return () => {
      clearTimeout(timer)
    }
  }, [data, reset])
  return { choose: mutate, forget: reset, isPending, outcome: data ?? null, error }
}

function ExportOutcomeText({ outcome }: { readonly outcome: Exclude<Outcome, null> }) {
  const { t } = useTranslation('checks')
  if (outcome.kind === 'not-copied') return <StatusText tone="bad">{t('export.notCopied')}</StatusText>
  return (
    <StatusText tone="good">
      {outcome.kind === 'copied' ? t('export.copied') : t('export.written', { file: outcome.fileName })}
    </StatusText>
  )
}

/** Button **Export** with its menu: the snapshot as a file, or as the command line that reads it. */
export function ExportMenu({ snapshotId }: ExportMenuProps) {
  const { t } = useTranslation('checks')
  const { choose, forget, isPending, outcome, error } = useExport(snapshotId)
  const item = (choice: Choice) => ({
    label: t(`export.choice.${choice}`),
    hint: t(`export.hint.${choice}`),
    onChoose: () => {
      choose(choice)
    },
  })
  return (
    <div className={styles.export}>
      <MenuButton
        label={t('export.title')}
        icon={<Download aria-hidden />}
        size="small"
        busy={isPending}
        items={[
          { ...item('raw'), icon: <Braces aria-hidden /> },
          { ...item('pretty'), icon: <IndentIncrease aria-hidden /> },
          { ...item('markdown'), icon: <FileText aria-hidden /> },
          { ...item('curl'), icon: <SquareTerminal aria-hidden /> },
        ]}
      />
      <div role="status" className={styles.outcome}>
        {outcome !== null && <ExportOutcomeText outcome={outcome} />}
        {error !== null && (
          <ErrorNotice
            failure={failureOf(error)}
            live="none"
            action={
              <Button size="small" onClick={forget}>
                {t('export.dismiss')}
              </Button>
            }
          />
        )}
      </div>
    </div>
  )
}
