/** Keeps the images that came with creations. The app may keep them in files; the default keeps them in memory. */
export interface PracticeImageStore {
  /** Names are plain file names such as `1912345678901234567.png`. */
  readonly save: (name: string, bytes: Uint8Array) => void
  readonly load: (name: string) => Promise<Uint8Array | undefined>
}

/** An image store in memory. */
export function createImageMemory(): PracticeImageStore {
  const images = new Map<string, Uint8Array>()
  return {
    save: (name, bytes) => {
      images.set(name, bytes)
    },
    load: (name) => Promise.resolve(images.get(name)),
  }
}
