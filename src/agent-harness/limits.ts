import type { Reporter } from '../diagnostics/index.ts'
import type { Budget } from './budget.ts'
import type { BudgetLimits } from './config.ts'
import { CONFIG_FILE, HARNESS_FILE } from './names.ts'

/** Holds what a harness costs against the limits of its configuration. */
export function checkBudget(budget: Budget, limits: BudgetLimits, report: Reporter): void {
  const tell = (file: string, what: string, tokens: number, limit: number | undefined): void => {
    if (limit === undefined || tokens <= limit) return
    report({
      code: 'budget-exceeded',
      message: `${what} takes ${tokens} tokens (${budget.tokenizer}); the limit is ${limit}`,
      hint: `shorten it, or raise the limit in ${CONFIG_FILE}`,
      at: { file },
    })
  }
  tell(HARNESS_FILE, 'loading', budget.load, limits.load)
  tell(HARNESS_FILE, 'everything at once', budget.total, limits.total)
  for (const { path, discovery, activation } of budget.targets) {
    tell(path, 'the way to this', discovery, limits.discovery)
    tell(path, 'reading this', activation, limits.activation)
  }
}
