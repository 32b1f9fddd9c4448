/** The last few of things that are dear to make. */
export interface Kept<Value> {
    /** What is kept under a key, made when it is not there. */
    readonly get: (key: string, make: () => Value) => Value;
}
/** Keeps the `most` that were asked for last. */
export declare function createKept<Value>(most: number): Kept<Value>;
