import { describe, expect, it } from 'vitest'
import { redactor } from '../../../src/main/lib/redaction.ts'
import { createExchanges, hashOfExchange } from '../../../src/main/service/exchanges.ts'
import type { RawExchange } from '../../../src/main/service/exchanges.ts'
import { profileOf, setStage } from '../../support/subjects.ts'

const raw = (operation: RawExchange['operation'], place = 0): RawExchange => ({
  operation,
  profileId: profileOf().id,
  method: 'GET',
  url: `https://service.example/openapi/v2/${operation}`,
  startedAt: 1_000 + place,
  endedAt: 1_400 + place,
  requestHeaders: { token: 'the-token' },
  requestBody: null,
  httpStatus: 200,
  answerHeaders: {},
  answerText: '{"success":true}',
  problem: null,
})

function setExchanges() {
  const { repositories, database } = setStage()
  const { add, find, prune } = repositories.exchanges
  const { record, keep, read } = createExchanges(hashOfExchange, { kept: { add, find } })
  return {
    record: (one: RawExchange) => record(one, redactor(['the-token'])),
    keep,
    read,
    prune,
    kept: () => database.prepare('SELECT id, exchange FROM kept_exchanges').all(),
  }
}

describe('exchanges', () => {
  it.each(['createAvatar', 'sessionStop', 'distroyCallSessionsByAppId'] as const)(
    'of %s are stored, redacted, under the hash of the record',
    (operation) => {
      const { record, read, kept } = setExchanges()
      const id = record(raw(operation))
      const exchange = read(id)
      expect(exchange && hashOfExchange(exchange)).toBe(id)
      expect(kept()).toMatchObject([{ id }])
      expect(JSON.stringify(kept())).not.toContain('the-token')
    },
  )

  it('of reads are stored only on request', () => {
    const { record, keep, kept } = setExchanges()
    const id = record(raw('queryAvatar'))
    expect(kept()).toEqual([])
    keep(id)
    expect(kept()).toMatchObject([{ id }])
  })

  it('of a test of fields, which belongs to no profile, are not stored', () => {
    const { record, keep, kept } = setExchanges()
    const ofNoProfile: RawExchange & { profileId?: unknown } = { ...raw('createAvatar') }
    delete ofNoProfile.profileId
    keep(record(ofNoProfile))
    expect(kept()).toEqual([])
  })

  it('are available after two hundred others, and until they are 90 days old', () => {
    const { record, read, prune } = setExchanges()
    const id = record(raw('createAvatar'))
    const counted = Array.from({ length: 201 }, (_, place) => record(raw('getconcurrentNumber', place)))
    expect(read(id)).toMatchObject({ operation: 'createAvatar' })
    expect(read(counted[0] ?? id)).toBeUndefined()
    prune(1_000 + 90 * 86_400_000, 10)
    expect(read(id)).toBeDefined()
    prune(1_001 + 90 * 86_400_000, 10)
    expect(read(id)).toBeUndefined()
  })
})
