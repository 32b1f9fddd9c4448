import { Braces, Download, FileText, IndentIncrease, SquareTerminal } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '../../../shared/contract.ts'
import { call } from '../../api/call.ts'
import type { ProfileScope } from '../../api/shown-profile.ts'
import { useProfileTask } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Row } from '../../ui/layout.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { StatusText } from '../../ui/status-line.tsx'
import styles from './conversations.module.css'

type Choice = InputOf<'conversation.export'>['form'] | 'curl'

const sayingMs = 8_000

/** The name of the file, which is null when the operator cancelled, or whether the command line was copied. */
async function exported(snapshotId: string, choice: Choice, { profileId }: ProfileScope) {
  if (choice === 'curl') return copyText((await call('conversation.curl', { snapshotId }, profileId)).text)
  return (await call('conversation.export', { snapshotId, form: choice }, profileId)).fileName
}

function Outcome({ of }: { readonly of: string | boolean | null }) {
  const { t } = useTranslation(['checks', 'common'])
  if (of === null) return null
  if (of === false) return <StatusText tone="bad">{t('common:notCopied')}</StatusText>
  return <StatusText tone="good">{of === true ? t('export.copied') : t('export.written', { file: of })}</StatusText>
}

/**
 * Button **Export** with its menu: the snapshot as a file, or as the command line that reads it. A result is said for a
 * while, a failure until it is put away.
 */
export function ExportMenu({ snapshotId }: { readonly snapshotId: string }) {
  const { t } = useTranslation(['checks', 'common'])
  const { mutate, reset, isPending, data, error } = useProfileTask({
    run: (choice: Choice, scope) => exported(snapshotId, choice, scope),
  })
  useEffect(() => {
    if (data === undefined) return undefined
    const timer = setTimeout(reset, sayingMs)
    return () => clearTimeout(timer)
  }, [data, reset])
  const item = (choice: Choice) => ({
    label: choice === 'curl' ? t('common:copyAsCurl') : t(`export.choice.${choice}`),
    hint: t(`export.hint.${choice}`),
    onChoose: () => mutate(choice),
  })
  return (
    <Row className={styles.export}>
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
        {data !== undefined && <Outcome of={data} />}
        <ErrorNotice
          error={error}
          live="none"
          action={
            <Button size="small" onClick={reset}>
              {t('common:dismiss')}
            </Button>
          }
        />
      </div>
    </Row>
  )
}
