import { Search } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { jsonLines } from '../../../shared/conversation/json-lines.ts'
import type { FieldHint, JsonForm, JsonLines } from '../../../shared/conversation/json-lines.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { QuietButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { useFieldText } from './field-text.ts'
import { useOpened } from './shown-conversation.ts'
import { DocumentLines } from './values/document-lines.tsx'
import { ShownText } from './values/shown-text.tsx'
import viewer from './conversations.module.css'
import styles from './values/values.module.css'

function Hint({ field, meaning }: FieldHint) {
  const text = useFieldText()
  const meaningText = text.meaning(meaning)
  return (
    <Text font="secondary" tone="faint" truncate className={styles.hint} data-beside>
      <ShownText text={text.label(field)} />
      {meaningText !== null && (
        <Text as="b" font="label" tone="soft">
          {' '}
          · {meaningText}
        </Text>
      )}
    </Text>
  )
}

function Lines({ json: { lines, hints } }: { readonly json: JsonLines }) {
  const { t } = useTexts('conversations')
  const hintOf = useCallback(
    (line: number) => {
      const hint = hints.get(line)
      return hint && <Hint {...hint} />
    },
    [hints],
  )
  return <DocumentLines lines={lines} kind="json" label={t('heading.raw')} hintOf={hintOf} />
}

/** The lines are drawn after the rest of the viewer, which does not wait for the lines of a large body. */
export function RawJson({ onFind }: { readonly onFind: () => void }) {
  const { t } = useTexts('conversations')
  const { document } = useOpened()
  const [form, setForm] = useState<JsonForm>('pretty')
  const isDrawn = useDeferredValue(true, false)
  const json = useMemo(() => (isDrawn ? jsonLines(document.text, form) : null), [isDrawn, document, form])
  return (
    <div className={viewer.raw}>
      <Row gap={3} wrap>
        <RadioGroup
          label={t('raw.form')}
          showsLabel={false}
          options={(['pretty', 'received'] as const).map((value) => ({ value, label: t(`raw.${value}`) }))}
          value={form}
          onChange={setForm}
        />
        <span className="to-end">
          <QuietButton Icon={Search} onClick={onFind}>
            {t('find.open')}
          </QuietButton>
          <CopyButton text={json?.text ?? document.text} valueName={t('heading.raw')} hasLabel />
        </span>
      </Row>
      {json !== null && <Lines key={form} json={json} />}
    </div>
  )
}
