/** What may be changed of something: a field that is absent or undefined stays as it is. */
export type Patch<Whole> = { readonly [Field in keyof Whole]?: Whole[Field] | undefined }

/** The whole with the patch in it. */
export function patched<Whole extends object>(before: Whole, patch: Patch<Whole>): Whole {
  return { ...before, ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) }
}
