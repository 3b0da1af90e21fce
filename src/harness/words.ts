/** The words of a text: a long list of names, as one reads it. */
export function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
