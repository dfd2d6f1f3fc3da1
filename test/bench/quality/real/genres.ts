/** Genres by what the path says of a document, else by what the repository says; the first rule that fits. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/icdar2013|indictb1h|agstat|background_lines|column_sep|schools|\bpop_|health\.pdf|foo\.pdf/iu, 'statistics'],
  [/mqtt|csaf|openchain|tag-security\/.*whitepaper|ogcapi|ASVS/iu, 'standard'],
  [/pashov|mixbytes|cyfrin|spearbit|security[-_ ]?(?:audit|review)|audit_report/iu, 'audit report'],
  [/ZUGFeRD|invoice|rechnung|zugferd|facture/iu, 'invoice'],
  [
    /UsTaxes|form\b|_form|form_|\bapplication\b(?! security)|nomination|registration|consent|questionnaire|permission|formul[aá]r|antrag|autorisation|\bmd(?:el)?\d{3}|\bfw\d|\bf\d{4}/iu,
    'form',
  ],
  [/data-?sheets?\b/iu, 'datasheet'],
  [/\bposters?(?:\b|_)|postcard|inclusive.language/iu, 'poster'],
  [/minutes|agenda|notulen|\bactas?\b|\batas?\b|_pv_|protokoll|compte[-_ ]rendu/iu, 'minutes'],
  [
    /by-?laws|constitution|contract|agreement|policy|policies|resolution|covenant|(?<!press.re)lease|charter|cc&?rs|terms|code-?of-?conduct|legal|referendum|satzung|statut|stadgar|regulamin|r[eè]gl[ea]ment|regolamento|regulament|regimento|ordinance|legislation|edital/iu,
    'legal',
  ],
  [
    /newsletter|bulletin|fliers?\b|good friday|brochure|leaflet|flyer|programme|program\.pdf|booklet|menu|class-struggle|magazine|activities|fair-/iu,
    'newsletter',
  ],
  [
    /10-?[kq]\b|8k_|earnings|financebench|balance|budget|financ|treasur|statement_of|annual_?report|income|expenditure|disclosure/iu,
    'financial',
  ],
  [/result|roster|schedule|standings|winner|itinerary|calendar|teamplay/iu, 'schedule'],
  [/desert|benefit/iu, 'information'],
  [/protocol(?!.specification)|_prot_|clinical|[in]ct0/iu, 'protocol'],
  [/syllab/iu, 'syllabus'],
  [
    /beamer|slides?\b|presentation|lecture|talks?\b|deck|week[ _-]?\d|Top10|powerpoint|keynote|slideshow|\/tac\/meetings/iu,
    'slides',
  ],
  [/\bcv\b|resume|rendercv|AltaCV|latexcv|Awesome-CV|Deedy|coverletter.*none/iu, 'cv'],
  [/letter|memo\b/iu, 'letter'],
  [
    /exam\b|\bhw\d*\b|homework|problem|pset|sol\d|assignment|exercise(?!.of)|quiz|worksheet|CAAM336|\blab\b/iu,
    'exercise',
  ],
  [/thesis|dissertation|\bbook|chapter|notes|textbook|lncs/iu, 'book'],
  [/cheat-?sheet|reference-card|refcard/iu, 'cheat sheet'],
  [
    /rfc|design|specification|[-_ ]spec\b|proposal|pflichtenheft|lastenheft|cahier des charges|需求|设计文档|test plan|hdf5doc|eudi|requirements/iu,
    'design document',
  ],
  [
    /guide|manual|handbook|handleiding|tutorial|vignette|cran\/|inst\/doc|howto|faq|user|readme|help|pandoc-latex-template|asciidoctor/iu,
    'manual',
  ],
  [/paper|article|journal|arxiv|acm|ieee|joss|rticles|monero-project|proceedings|abstract/iu, 'paper'],
  [
    /report|informe|relat[oó]rio|rapport\b|bericht|deliverable|survey|analysis|challenge|project|findings|review|study|state-of|white-?paper/iu,
    'report',
  ],
  [
    /pdf\.js|pdfbox|pypdf|pymupdf|pdfminer|pdfplumber|tika|camelot|tabula|unstructured|docling|opendataloader|wcag|sample|test/iu,
    'reader test',
  ],
];

export function genreOf(repository: string, path: string): string {
  const of = (text: string): string | undefined => RULES.find(([pattern]) => pattern.test(text))?.[1];
  return of(path) ?? of(`${repository}/${path}`) ?? 'information';
}
