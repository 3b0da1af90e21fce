let listener: (() => void) | undefined

/** @param told each time that outputs were written: by then, most of the program has run */
export function onBuilt(told: () => void): void {
  listener = told
}

export function built(): void {
  listener?.()
}
