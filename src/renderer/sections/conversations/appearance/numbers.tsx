import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppearanceGeometry } from '../../../../shared/model/conversation-view.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { DataRow, DataTable } from '../../../ui/data-table.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { bottomOf, edges, rightOf } from './geometry.ts'
import type { Box, Layout } from './geometry.ts'
import { Row } from '../../../ui/layout.tsx'
import styles from './appearance.module.css'

export interface NumbersProps {
  readonly geometry: AppearanceGeometry
  /** Null where nothing can be drawn. */
  readonly layout: Layout | null
}

const columns = ['x', 'y', 'width', 'height', 'right', 'bottom'] as const

type Numbers = Readonly<Record<(typeof columns)[number], number | null>>

function ofBox(box: Box): Numbers {
  return { ...box, right: rightOf(box), bottom: bottomOf(box) }
}

function sum(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other
}

// As they came, usable or not.
function ofPerson({ personX: x, personY: y, personWidth: width, personHeight: height }: AppearanceGeometry): Numbers {
  return { x, y, width, height, right: sum(x, width), bottom: sum(y, height) }
}

function useCells(): (name: string, numbers: Numbers) => Record<string, ReactNode> {
  const { t } = useTranslation('media')
  const format = useFormat()
  const cell = (value: number | null): ReactNode =>
    value === null ? <span className={styles.none}>{t('appearance.none')}</span> : format.number(value)
  return (name, numbers) => ({
    what: name,
    ...Object.fromEntries(columns.map((column) => [column, cell(numbers[column])])),
  })
}

/** All numbers of the drawing in a table, as they came. */
export function Numbers({ geometry, layout }: NumbersProps) {
  const { t } = useTranslation('media')
  const format = useFormat()
  const { canvasWidth: width, canvasHeight: height } = geometry
  const distances = layout?.distances ?? null
  const proportion = layout?.proportion ?? null
  const cellsOf = useCells()
  const rows = new Map<string, Numbers>([
    [t('appearance.canvas'), { x: 0, y: 0, width, height, right: width, bottom: height }],
    [t('appearance.person'), ofPerson(geometry)],
  ])
  if (proportion !== null) {
    rows.set(`${t('appearance.layer.proportion')} ${geometry.proportion ?? ''}`, ofBox(proportion))
  }
  return (
    <Disclosure label={t('appearance.numbers')}>
      <div className={styles.numbers}>
        <DataTable
          label={t('appearance.numbers')}
          columns={[
            { key: 'what', label: t('appearance.column.what'), width: 'minmax(96px, 1fr)' },
            ...columns.map((column) => ({
              key: column,
              label: t(`appearance.column.${column}`),
              width: '72px',
              align: 'end' as const,
            })),
          ]}
          keys={[...rows.keys()]}
          rowHeight="field"
          row={(name) => {
            const numbers = rows.get(name)
            return numbers && <DataRow key={name} rowKey={name} cells={cellsOf(name, numbers)} />
          }}
        />
        {distances !== null && (
          <Row as="dl" align="stretch" wrap font="secondary" tone="soft" tabular className={styles.distances}>
            <dt>{t('appearance.toEdges')}</dt>
            {edges.map((edge) => (
              <dd key={edge} data-beyond={distances[edge] < 0}>
                {t(`appearance.edge.${edge}`)} <b>{format.number(distances[edge])}</b>
              </dd>
            ))}
          </Row>
        )}
      </div>
    </Disclosure>
  )
}
