/** Words that no line of a title or of a list ends with: another word follows. */
const NEEDS_ANOTHER = new RegExp(
  `(?:^|[^\\p{L}\\p{N}])(?:${[
    'the|an|of|to|and|or|for|with|from|that|which|than|as|is|are|was|were|be|been|must|shall|will|should|would|may',
    'this|these|those|its|their|his|her|our|your|not|such|any|each|both|between|into|per|via|see|has|have|had|can',
    'der|die|das|den|dem|des|eine?[nmrs]?|und|oder|von|vom|zur?|zum|mit|für|auf|bei|durch|nach|über|sowie|wird|sind|ist',
    'les?|la|aux?|du|et|ou|une?|dans|pour|par|sur|avec|sont|est|que|qui|los|las|del|el|y|con|para|una?|gli|della?|di',
    'che|per|het|een|van|voor|met|em|dos|das|com|uma?',
  ].join('|')})$`,
  'u',
);

/** Whether a line breaks off before a word that it needs. */
export const breaksOff = (text: string): boolean => NEEDS_ANOTHER.test(text);

/** Whether a line begins with a word in lower case, and not with an address of the web or a name of code. */
export const beginsInLowerCase = (text: string): boolean => /^\p{Ll}[\p{Ll}’'-]*(?: |$)/u.test(text);
