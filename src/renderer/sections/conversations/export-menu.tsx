import { Braces, Download, FileText, IndentIncrease } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { InputOf } from '../../../shared/contract.ts'
import { call } from '../../api/call.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { useCopyItems } from '../../state/use-copy-items.ts'
import { useExport } from '../../state/use-export.ts'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { useSnapshotId } from './shown-conversation.ts'
import styles from './conversations.module.css'

type Form = InputOf<'conversation.export'>['form']

export function ExportMenu() {
  const { t } = useTexts(['checks', 'common'])
  const snapshotId = useSnapshotId()
  const copy = useCopyItems()
  const { mutate, reset, isPending, error } = useExport('conversation.export')
  const file = (form: Form, Icon: LucideIcon) => ({
    label: t(`export.choice.${form}`),
    hint: t(`export.hint.${form}`),
    Icon,
    onChoose: () => mutate({ snapshotId, form }),
  })
  const curl = copy.curl(async ({ profileId }) => (await call('conversation.curl', { snapshotId }, profileId)).text)
  return (
    <Row className={styles.export}>
      <MenuButton
        label={t('export.title')}
        Icon={Download}
        size="small"
        busy={isPending}
        items={[
          file('raw', Braces),
          file('pretty', IndentIncrease),
          file('markdown', FileText),
          { ...curl, hint: t('export.hint.curl') },
        ]}
      />
      <div role="status" className={styles.outcome}>
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
