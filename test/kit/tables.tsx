import { Ellipsis } from 'lucide-react'
import { Button } from '../../src/renderer/ui/button.tsx'
import { DataTable } from '../../src/renderer/ui/data-table.tsx'
import type { DataColumn } from '../../src/renderer/ui/data-table.tsx'
import { ShortId } from '../../src/renderer/ui/short-id.tsx'
import { StateGlyph } from '../../src/renderer/ui/state-glyph.tsx'
import { Row } from '../../src/renderer/ui/layout.tsx'
import { useTexts } from './texts.ts'

const heights = ['queue', 'session', 'entry', 'field'] as const

/** One table for each row height. */
export function Tables() {
  const t = useTexts()
  const columns: readonly DataColumn<string>[] = [
    {
      key: 'name',
      label: t.name,
      width: 'minmax(0, 1fr)',
      cell: (key) => (key === '3' ? t.long : t.voice),
    },
    { key: 'id', label: 'ID', width: '160px', cell: () => <ShortId id="1871234567890123479" valueName={t.name} /> },
    {
      key: 'state',
      label: t.training,
      width: '140px',
      narrow: null,
      cell: () => (
        <Row as="span" gap={3} wrap>
          <StateGlyph kind="training" />
          {t.training}
        </Row>
      ),
    },
    {
      key: 'actions',
      label: '',
      hiddenLabel: t.more,
      width: '40px',
      cell: () => <Button size="small" tone="quiet" Icon={Ellipsis} aria-label={t.more} />,
    },
  ]
  return heights.map((height) => (
    <DataTable
      key={height}
      label={height}
      columns={columns}
      rows={['1', '2', '3']}
      keyOf={(key) => key}
      rowHeight={height}
      rowProps={(key) => ({ isOpen: key === '2', onOpen: () => undefined })}
    />
  ))
}
