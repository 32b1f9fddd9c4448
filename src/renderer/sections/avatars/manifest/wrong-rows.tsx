import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ManifestPreview } from '../../../../shared/schemas/manifest.ts'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { StatusLine } from '../../../ui/status-line.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import styles from './manifest-dialog.module.css'
import { useProblemText } from './use-problem-text.ts'
import { wrongRowsCsv } from './wrong-rows-csv.ts'

export interface WrongRowsProps {
  readonly preview: ManifestPreview
}

// More cannot be read on screen; the copy has all of them.
const maxShown = 100

/** The rows that are left out, each with its line and the reason, to be copied as CSV. */
export function WrongRows({ preview }: WrongRowsProps) {
  const { t } = useTranslation('batch')
  const why = useProblemText(preview)
  const [isCopied, setCopied] = useState<boolean | null>(null)
  const { wrong } = preview
  const more = wrong.length - maxShown
  return (
    <>
      <Stack as="ul" gap={1} className={styles.wrong} aria-label={t('manifest.wrong', { count: wrong.length })}>
        {wrong.slice(0, maxShown).map((row) => (
          <li key={row.line}>
            <Text tone="soft" tabular>
              {t('manifest.row', { line: row.line })}
            </Text>
            <span>{why(row)}</span>
          </li>
        ))}
      </Stack>
      {more > 0 && (
        <Text as="p" tone="soft">
          {t('manifest.more', { count: more })}
        </Text>
      )}
      <Row gap={3}>
        <Button
          size="small"
          icon={<Copy aria-hidden />}
          onClick={() => {
            const text = { line: t('manifest.line'), problem: t('manifest.problem'), why }
            setCopied(copyText(wrongRowsCsv(preview, text)))
          }}
        >
          {t('manifest.copy')}
        </Button>
        <StatusLine tone={isCopied === false ? 'bad' : 'good'}>
          {isCopied === null ? null : t(isCopied ? 'manifest.copied' : 'manifest.notCopied')}
        </StatusLine>
      </Row>
    </>
  )
}
