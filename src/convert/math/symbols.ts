/** LaTeX for characters that a maths run may hold, in groups of one command or sign each. */
const COMMANDS: Readonly<Record<string, string>> = {
  α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', ε: 'varepsilon', ϵ: 'epsilon', ζ: 'zeta', η: 'eta', θ: 'theta', ϑ: 'vartheta', ι: 'iota', κ: 'kappa',
  λ: 'lambda', μ: 'mu', ν: 'nu', ξ: 'xi', π: 'pi', ϖ: 'varpi', ρ: 'rho', ϱ: 'varrho', σ: 'sigma', ς: 'varsigma', τ: 'tau', υ: 'upsilon', φ: 'varphi',
  ϕ: 'phi', χ: 'chi', ψ: 'psi', ω: 'omega', Γ: 'Gamma', Δ: 'Delta', '∆': 'Delta', Θ: 'Theta', Λ: 'Lambda', Ξ: 'Xi', Π: 'Pi', Σ: 'Sigma', Υ: 'Upsilon',
  Φ: 'Phi', Ψ: 'Psi', Ω: 'Omega', '∂': 'partial', '∇': 'nabla', '∞': 'infty', '±': 'pm', '∓': 'mp', '×': 'times', '÷': 'div', '⋅': 'cdot', '·': 'cdot',
  '∙': 'bullet', '∘': 'circ', '∗': 'ast', '≤': 'leq', '≥': 'geq', '≠': 'neq', '≈': 'approx', '≃': 'simeq', '≅': 'cong', '≡': 'equiv', '∼': 'sim', '∝': 'propto',
  '≪': 'll', '≫': 'gg', '→': 'rightarrow', '←': 'leftarrow', '↔': 'leftrightarrow', '⇒': 'Rightarrow', '⇐': 'Leftarrow', '⇔': 'Leftrightarrow', '↦': 'mapsto',
  '↑': 'uparrow', '↓': 'downarrow', '∈': 'in', '∉': 'notin', '∋': 'ni', '⊂': 'subset', '⊆': 'subseteq', '⊃': 'supset', '⊇': 'supseteq', '∪': 'cup', '∩': 'cap',
  '∅': 'emptyset', '∀': 'forall', '∃': 'exists', '¬': 'neg', '∧': 'wedge', '∨': 'vee', '⊕': 'oplus', '⊗': 'otimes', '⊥': 'perp', '∥': 'parallel', '∠': 'angle',
  '…': 'ldots', '⋯': 'cdots', '⋮': 'vdots', '⋱': 'ddots', 'ℏ': 'hbar', 'ℓ': 'ell', 'ℜ': 'Re', 'ℑ': 'Im', 'ℵ': 'aleph', '∴': 'therefore', '∵': 'because', '†': 'dagger', '°': 'degree',
  '⟨': 'langle', '⟩': 'rangle', '⌈': 'lceil', '⌉': 'rceil', '⌊': 'lfloor', '⌋': 'rfloor', '‖': 'Vert', '∑': 'sum', '∏': 'prod', '∐': 'coprod', '∫': 'int', '∬': 'iint', '∭': 'iiint', '∮': 'oint', '∯': 'oiint', '∰': 'oiiint',
  '⋃': 'bigcup', '⋂': 'bigcap', '⋁': 'bigvee', '⋀': 'bigwedge', '⨁': 'bigoplus', '⨂': 'bigotimes', 'ℝ': 'mathbb{R}', 'ℕ': 'mathbb{N}', 'ℤ': 'mathbb{Z}', 'ℚ': 'mathbb{Q}', 'ℂ': 'mathbb{C}',
  '′': 'prime', '\\': 'backslash', '√': 'surd',
};

const PLAIN: Readonly<Record<string, string>> = { '−': '-', '–': '-', '\u00a0': ' ', '\u2061': '', '\u2062': '', '\u2063': '', '\u200b': '', '{': '\\{', '}': '\\}', '%': '\\%', '#': '\\#', '&': '\\&', $: '\\$' };

/** Text of a maths run as LaTeX. A command is parted from a letter that follows. */
export function mathText(text: string): string {
  let latex = '';
  for (const char of plainLetters(text)) {
    const command = COMMANDS[char];
    if (command !== undefined) {
      latex += `\\${command} `;
      continue;
    }
    latex += PLAIN[char] ?? (char === '^' || char === '_' ? (char === '^' ? '\\hat{}' : '\\_') : char);
  }
  return latex;
}

/** Mathematical alphanumeric symbols (italic x as U+1D465) are letters in a style that maths has anyway. */
function plainLetters(text: string): string {
  return text.replaceAll(/[\u{1d400}-\u{1d7ff}\u210e]/gu, (char) => char.normalize('NFKC'));
}

/** Functions that LaTeX sets upright by a command of their own. */
export const FUNCTIONS = new Set(['sin', 'cos', 'tan', 'cot', 'sec', 'csc', 'arcsin', 'arccos', 'arctan', 'sinh', 'cosh', 'tanh', 'coth', 'log', 'ln', 'lg', 'exp', 'lim', 'max', 'min', 'sup', 'inf', 'det', 'dim', 'ker', 'deg', 'gcd', 'arg', 'Pr', 'hom', 'limsup', 'liminf']);

/** Accents by their combining character (ECMA-376 part 1, 22.1.2.1). */
export const ACCENTS: Readonly<Record<string, string>> = {
  '\u0300': 'grave', '\u0301': 'acute', '\u0302': 'hat', '^': 'hat', '\u0303': 'tilde', '~': 'tilde', '\u0304': 'bar', '\u0305': 'overline', '¯': 'overline', '\u0306': 'breve', '\u0307': 'dot', '\u0308': 'ddot', '\u030c': 'check',
  '\u20d6': 'overleftarrow', '\u20d7': 'vec', '→': 'vec', '\u20db': 'dddot', '\u0332': 'underline', '⏞': 'overbrace', '⏟': 'underbrace',
};
