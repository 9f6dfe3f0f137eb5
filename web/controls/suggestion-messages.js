// What is said where an operation was chosen that its epsilons do not show.

export const suggestions = {
  /** @param {string} weak epsilons */
  weak: weak => `At ε = ${weak} next to nothing is seen of this operation. `,
  /** @param {string} offered epsilons */
  offered: offered => `Take ε = ${offered}`,
};
