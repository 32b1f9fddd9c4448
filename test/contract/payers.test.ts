/** Two accounts at one address: the token that pays for avatars which were confirmed before the secret changed. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { accountOfToken } from '../../src/main/service/token-account.ts'
import { payerChange } from '../../src/main/vault/payer.ts'
import { Secret } from '../../src/main/vault/secret.ts'
import { createPracticeService } from '../../src/practice/service.ts'
import { confirm, context, setAvatarStage } from '../main/creations/stage.ts'
import { createTestClient } from '../support/client.ts'
import { profileOf } from '../support/subjects.ts'

const { id } = profileOf()

/**
 * Three avatars were confirmed with one token, and refused before any of them was sent; then a second token is entered.
 */
async function typedAnother(
  tokensOf: (practice: ReturnType<typeof createPracticeService>) => readonly [string, string],
) {
  const practice = createPracticeService()
  const { baseUrl } = await practice.start()
  onTestFinished(() => practice.stop())
  const [former, typed] = tokensOf(practice)
  const stage = await setAvatarStage()
  const use = (secret: string): void => void stage.renewed.set(id, createTestClient({ baseUrl, secret }).client)
  use(former)
  practice.control.faults.arm({ kind: 'expired-token' }, { times: 1_000 })
  await confirm(stage, 3)
  await expect.poll(() => stage.pushed('queue.changed').at(-1)?.held).not.toBeNull()
  practice.control.faults.clear()
  practice.control.clearRequests()
  const before = profileOf()
  const secrets = { typed: new Secret(typed), stored: new Secret(former) }
  stage.jobs.beforePayerChange(
    id,
    payerChange({ before, after: before }, secrets, (token) => accountOfToken(token.open())),
  )
  use(typed)
  await stage.clock.pass(1)
  const payers = () => practice.control.requests('createAvatar').map(({ headers }) => headers['token'])
  return { stage, typed, payers }
}

describe('avatars that wait while a different token is entered for the same address', () => {
  it('are paid by no token until the operator resumes the queue, and then by the new one', async () => {
    const { stage, typed, payers } = await typedAnother(({ credentials, mintToken }) => [
      mintToken(),
      credentials.accessToken,
    ])
    // A minute in which a queue that is only held would ask the account several times.
    await stage.clock.pass(60_000)
    expect(payers()).toEqual([])
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await expect.poll(payers).toEqual([typed, typed, typed])
  })

  it('are paid immediately by a token of the same App ID', async () => {
    const { typed, payers } = await typedAnother(({ mintToken }) => [mintToken(1_800), mintToken(3_600)])
    await expect.poll(payers).toEqual([typed, typed, typed])
  })
})
