/** Copies `<folder>/greenroom.db` beside itself, and prints the result. */
import { join } from 'node:path'
import { copyDatabase } from '../../../../src/main/store/backup/daily-copies.ts'
import { asStorageFailure } from '../../../../src/main/store/storage-failure.ts'

const [folder = ''] = process.argv.slice(2)
try {
  await copyDatabase({ file: join(folder, 'greenroom.db'), target: join(folder, 'copy.db') })
  process.stdout.write('copied\n')
} catch (error) {
  const { failure } = asStorageFailure(error)
  process.stdout.write(`${failure.kind} ${failure.kind === 'storage' ? failure.reason : ''}\n`)
}
