import type { Model, PiContext } from './host.ts'

/** `provider/id`. */
export function modelName({ provider, id }: Model): string {
  return `${provider}/${id}`
}

/** A model by `provider/id`, or by an id that only one usable provider has or the current one; a sentence where there is none. */
export function findModel(ctx: PiContext, name: string): Model | string {
  const slash = name.indexOf('/')
  const exact = slash === -1 ? undefined : ctx.modelRegistry.find(name.slice(0, slash), name.slice(slash + 1))
  if (exact !== undefined) return exact
  const usable = ctx.modelRegistry.getAvailable().filter(({ id }) => id === name)
  const found = usable.find(({ provider }) => provider === ctx.model?.provider) ?? usable[0]
  if (found === undefined) return `pi has no model ${JSON.stringify(name)}`
  const isPlain = usable.length === 1 || found.provider === ctx.model?.provider
  return isPlain ? found : `several providers have the model ${JSON.stringify(name)}; write provider/${name}`
}
