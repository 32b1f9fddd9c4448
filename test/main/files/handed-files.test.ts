import { expect, it } from 'vitest'
import { createHandedFiles } from '../../../src/main/files/handed-files.ts'
import { createManualClock } from '../../support/manual-clock.ts'

// Would catch a page that holds main up for seconds, with bytes that are no file.
it('reads of what is handed over only what a file has', () => {
  const { take } = createHandedFiles({ clock: createManualClock() })
  const asked: PropertyKey[] = []
  const large = new Proxy(new Uint8Array(8), {
    get: (bytes, key): unknown => {
      asked.push(key)
      return Reflect.get(bytes, key)
    },
  })
  expect(take([large])).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } })
  expect(asked).toEqual(['fileName', 'path', 'bytes'])
  for (const strange of [null, undefined, 'x', 1, []])
    expect(take([strange])).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } })
})
